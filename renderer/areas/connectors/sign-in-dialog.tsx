import { Button, Checkbox, FormGroup, InputGroup, Radio, RadioGroup } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import { AuthField } from '../../components/resource/auth-field.tsx';
import { Failure } from '../../components/resource/list-states.tsx';
import { ReferenceField } from '../../components/resource/reference-field.tsx';
import type { AuthData } from '../../state/endpoint-updates.ts';
import { titleOf } from '../../state/list-entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { refresh, useList, useManyLists } from '../../state/lists.ts';
import { ReviewDialog } from './review.tsx';
import { authDataOf, lacksCredentials, signInText, signInWords, signsInSo, type SignIn } from './sign-in.ts';
import { useConfigs } from './use-configs.ts';
import './connectors.css';

interface SignInDialogProps {
  /** What to sign in with, where that is settled; else it is chosen here. */
  readonly config?: Row;
  /** The endpoints in question, where they are settled; else those of open APIs that are chosen here. */
  readonly endpoints?: readonly Row[];
  /** The open APIs with which the choice begins. */
  readonly apis?: readonly Row[];
  readonly onClose: () => void;
}

const none: AuthData = { type: 'none', credentials: {} };
const noApis: readonly Row[] = [];

/** Changes how many endpoints of open APIs sign in: with what, which of them, from what to what [C-057]. */
export function SignInDialog({ config, endpoints, apis = noApis, onClose }: SignInDialogProps) {
  const [kind, setKind] = useState<'config' | 'own'>('config');
  const [chosenConfig, setConfig] = useState('');
  const [own, setOwn] = useState<AuthData>(none);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(apis.map(({ id }) => id)));
  const configs = useConfigs();
  const sources = useMemo(() => (endpoints ? [] : [...chosen].map((open_api_id) => ({ group: 'openApiEndpoints', input: { open_api_id } }))), [endpoints, chosen]);
  const slices = useManyLists(sources);
  const obstacle = useObstacle('openApiEndpoints', 'bulkUpdateAuth');
  const rows = useMemo(() => endpoints ?? slices.flatMap(({ data }) => data), [endpoints, slices]);
  const target = useMemo((): SignIn | null => {
    if (config) return { config };
    if (kind === 'own') return { own };
    const found = configs.get(chosenConfig);
    return found ? { config: found } : null;
  }, [config, kind, own, configs, chosenConfig]);
  const changes = useMemo(() => rows.map((row) => ({ row, from: signInText(row, configs), to: target ? signInWords(target) : '', same: target !== null && signsInSo(row, target) })), [rows, configs, target]);
  const lacking = target && 'own' in target && lacksCredentials(target.own) ? 'Enter the credentials first.' : undefined;
  const failed = slices.find(({ error }) => error);
  const waiting = slices.some(({ meta, error }) => !meta && !error);
  return (
    <ReviewDialog
      title={config ? `Use ${titleOf(config)} for endpoints` : 'Change how endpoints sign in'}
      changes={changes} change={target && { authData: authDataOf(target) }} obstacle={obstacle ?? lacking ?? (target ? undefined : 'Choose what to sign in with first.')} onClose={onClose}
      nothing={waiting ? <p role="status">Loading endpoints…</p> : chosen.size === 0 && !endpoints ? <p className="form-note">Choose the open APIs whose endpoints this is about.</p> : <p className="form-note">There are no endpoints in it.</p>}
    >
      {!config && (
        <RadioGroup inline label="Sign in with" selectedValue={kind} onChange={({ currentTarget }) => setKind(currentTarget.value as 'config' | 'own')}>
          <Radio label="An auth config" value="config" />
          <Radio label="Credentials of their own" value="own" />
        </RadioGroup>
      )}
      {!config && kind === 'config' && (
        <FormGroup label="Auth config" labelFor="sign-in-config" className="review-choice">
          <ReferenceField id="sign-in-config" to="authConfigs" value={chosenConfig} onChange={setConfig} />
        </FormGroup>
      )}
      {!config && kind === 'own' && (
        <FormGroup label="Authentication" labelFor="sign-in-own" className="review-choice">
          <AuthField id="sign-in-own" value={own} onChange={(value) => setOwn((value ?? none) as AuthData)} />
        </FormGroup>
      )}
      {!endpoints && <ChooseApis chosen={chosen} onChosen={setChosen} />}
      {failed?.error && <Failure failure={failed.error} onRetry={() => refresh(failed.source)} />}
    </ReviewDialog>
  );
}

const mostShown = 200;

function ChooseApis({ chosen, onChosen }: { readonly chosen: ReadonlySet<string>; readonly onChosen: (ids: ReadonlySet<string>) => void }) {
  const { data, meta, error, source } = useList(apisSource);
  const [text, setText] = useState('');
  const found = useMemo(() => data.filter((row) => titleOf(row).toLowerCase().includes(text.toLowerCase())), [data, text]);
  const all = found.length > 0 && found.every(({ id }) => chosen.has(id));
  const put = (ids: readonly string[], take: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (take) next.add(id);
      else next.delete(id);
    }
    onChosen(next);
  };
  if (error) return <Failure failure={error} onRetry={() => refresh(source)} />;
  if (meta && data.length === 0) return <p className="form-note">There are no open APIs in this environment yet. Import one, then use this for its endpoints.</p>;
  return (
    <fieldset className="choose-apis">
      <legend>Open APIs</legend>
      <div className="review-bar">
        <InputGroup className="filter-text" type="search" size="small" leftIcon={<Search size={14} />} placeholder="Filter open APIs" aria-label="Filter open APIs" value={text} onValueChange={setText} />
        <Button size="small" variant="minimal" text={all ? 'Choose none' : 'Choose all'} onClick={() => put(found.map(({ id }) => id), !all)} />
        <span className="form-note">{chosen.size.toLocaleString()} of {data.length.toLocaleString()} chosen</span>
      </div>
      <div className="choose-list">
        {found.slice(0, mostShown).map((row) => (
          <Checkbox key={row.id} label={`${titleOf(row)}${typeof row['endpoint_count'] === 'number' ? ` (${row['endpoint_count'].toLocaleString()})` : ''}`} checked={chosen.has(row.id)} onChange={({ currentTarget }) => put([row.id], currentTarget.checked)} />
        ))}
        {found.length > mostShown && <p className="form-note">{(found.length - mostShown).toLocaleString()} more match; filter for them by name.</p>}
      </div>
    </fieldset>
  );
}

const apisSource = { group: 'openApis' } as const;
