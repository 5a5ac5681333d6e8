import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { authTypes } from '../../../shared/contract/http.ts';
import { keptAuthType } from '../../../shared/rules/constants.ts';
import { textOf } from '../../state/list-order.ts';
import { Editor } from '../json-editor/editor.tsx';
import { jsonProblem } from '../json-editor/json-problem.ts';
import { ConnectionField } from './auth-connection.tsx';
import { authKinds, authLabel, isKnown, type Part } from './auth-kinds.ts';
import { oauthBegin, OAuthSource, oauthPartsOf } from './auth-oauth.tsx';
import { PairsField, type Pairs } from './pairs-field.tsx';
import { ReferenceField } from './reference-field.tsx';
import { SecretField } from './secret-field.tsx';
import { SecretsUnder } from './secret-place.tsx';

interface AuthValue {
  readonly type: string;
  readonly credentials: Pairs;
}

const isObject = (value: unknown): value is Pairs => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is said about authentication; undefined where nothing is. */
function authOf(value: unknown): AuthValue | undefined {
  if (!isObject(value) || typeof value['type'] !== 'string') return undefined;
  const { credentials } = value;
  return { ...value, type: value['type'], credentials: isObject(credentials) ? credentials : {} };
}

/** With what a kind begins: a choice with its first option. */
const begin = (type: string): AuthValue => {
  const parts = isKnown(type) ? authKinds[type].parts : [];
  return { type, credentials: Object.fromEntries(parts.flatMap(({ name, options, initial = options?.[0] }) => (initial === undefined ? [] : [[name, initial]]))) };
};

interface AuthFieldProps {
  readonly id: string;
  readonly value: unknown;
  readonly described?: string | undefined;
  /** What nothing means, such as "Inherit from the API"; absent, nothing means none. */
  readonly inherited?: string | undefined;
  /** An auth config may be chosen in its place. */
  readonly kept?: boolean | undefined;
  /** Under which name the row has the credentials. */
  readonly under?: string;
  readonly onChange: (value: unknown) => void;
}

/** `{type, credentials}` as a choice of the kind, and what that kind asks for. Stored secrets stay unless they are replaced. */
export function AuthField({ id, value, described, inherited, kept = false, under = 'credentials', onChange }: AuthFieldProps) {
  const [stored] = useState(() => authOf(value));
  const isConfig = under === 'config';
  const auth = authOf(value) ?? (inherited === undefined ? begin('none') : undefined);
  const type = auth?.type ?? '';
  const start = (next: string) => (next === 'oauth2' ? { type: next, credentials: oauthBegin(isConfig) } : begin(next));
  const choose = (next: string) => onChange(next === '' ? null : stored?.type === next ? stored : start(next));
  const put = (name: string, part: unknown) => auth && onChange({ ...auth, credentials: { ...auth.credentials, [name]: part } });
  const isOAuth = type === 'oauth2';
  const isKept = type === keptAuthType;
  const parts = !auth || !isKnown(type) ? [] : isOAuth ? oauthPartsOf(auth.credentials) : authKinds[type].parts;
  return (
    <div className="auth-field">
      <HTMLSelect id={id} aria-describedby={described} value={type} onChange={(event) => choose(event.currentTarget.value)}>
        {inherited !== undefined && <option value="">{inherited}</option>}
        {!isKnown(type) && type !== '' && !(kept && isKept) && <option value={type}>{type}</option>}
        {authTypes.map((type) => <option key={type} value={type}>{authKinds[type].label}</option>)}
        {kept && <option value={keptAuthType}>{authLabel(keptAuthType)}</option>}
      </HTMLSelect>
      {auth && isOAuth && <OAuthSource id={id} credentials={auth.credentials} isConfig={isConfig} onChange={(credentials) => onChange({ ...auth, credentials })} />}
      {auth && parts.map((part) => (
        <FormGroup key={`${type} ${part.name}`} label={part.label} labelFor={`${id}-${part.name}`} helperText={part.help && <span id={`${id}-${part.name}-help`}>{part.help}</span>}>
          <SecretsUnder name={under}>
            <SecretsUnder name={part.name}>
              <PartField part={part} id={`${id}-${part.name}`} value={auth.credentials[part.name]} onChange={(next) => put(part.name, next)} />
            </SecretsUnder>
          </SecretsUnder>
        </FormGroup>
      ))}
      {auth && isKept && (
        <FormGroup label="Auth config" labelFor={`${id}-auth_config_id`} helperText="Its credentials are kept once, and change for all that sign in by it.">
          <ReferenceField id={`${id}-auth_config_id`} to="authConfigs" value={textOf(auth.credentials['auth_config_id'])} onChange={(chosen) => put('auth_config_id', chosen)} />
        </FormGroup>
      )}
      {auth && !isKnown(type) && !isKept && <p className="form-note">Trellis has no form for this kind. Its JSON can be edited.</p>}
    </div>
  );
}

interface PartFieldProps {
  readonly part: Part;
  readonly id: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function PartField({ part: { label, widget, options, words, help }, id, value, onChange }: PartFieldProps) {
  const described = help === undefined ? undefined : `${id}-help`;
  if (widget === 'secret') return <SecretField id={id} label={label} value={value} described={described} onChange={onChange} />;
  if (widget === 'headers') return <PairsField one="header" secret value={isObject(value) ? value : noPairs} onChange={onChange} />;
  if (widget === 'connection') return <ConnectionField id={id} value={textOf(value)} onChange={onChange} />;
  if (widget === 'json') return <ClaimsField label={label} value={value} onChange={onChange} />;
  if (options) return <HTMLSelect id={id} aria-describedby={described} value={textOf(value)} options={options.map((option) => ({ value: option, label: words?.[option] ?? option }))} onChange={(event) => onChange(event.currentTarget.value)} />;
  return <InputGroup id={id} fill aria-describedby={described} value={textOf(value)} onValueChange={onChange} />;
}

const noPairs: Pairs = {};

/** An object as JSON; what is not JSON yet stays a text of the editor, and is not taken. */
function ClaimsField({ label, value, onChange }: { readonly label: string; readonly value: unknown; readonly onChange: (value: unknown) => void }) {
  const [text, setText] = useState(() => (value === undefined || value === null ? '' : JSON.stringify(value, null, 2)));
  const problem = text.trim() === '' ? undefined : jsonProblem(text)?.message;
  const take = (typed: string) => {
    setText(typed);
    if (typed.trim() === '') onChange(undefined);
    else if (!jsonProblem(typed)) onChange(JSON.parse(typed));
  };
  return (
    <>
      <Editor language="json" label={label} lines={4} value={text} onChange={take} />
      {problem && <span className="form-problem" role="alert">{problem}</span>}
    </>
  );
}
