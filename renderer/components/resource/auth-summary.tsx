import { Lock } from '@blueprintjs/icons';
import { isSecretMark } from '../../../shared/contract/fields.ts';
import { textOf } from '../../state/list-order.ts';
import { authKinds, authLabel, isKnown, type Part } from './auth-kinds.ts';
import { Reveal } from './reveal.tsx';
import { SecretsUnder } from './secret-place.tsx';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Authentication to read: its kind, what is public of it, and which secrets are stored. */
export function AuthSummary({ value, under = 'credentials' }: { readonly value: object; /** Under which name the row has the credentials. */ readonly under?: string }) {
  const type = textOf((value as { type?: unknown }).type);
  const { credentials } = value as { credentials?: unknown };
  const given = isObject(credentials) ? credentials : {};
  const said = ({ name, optional }: Part) => !optional || (given[name] !== undefined && given[name] !== null && given[name] !== '');
  const parts = isKnown(type) ? authKinds[type].parts.filter(said) : Object.keys(given).map((name): Part => ({ name, label: name }));
  return (
    <ul className="auth-summary">
      <li>{authLabel(type)}</li>
      {parts.map(({ name, label, widget }) => (
        <SecretsUnder key={name} name={under}>
          <SecretsUnder name={name}>
            {widget === 'headers' ? <Headers value={given[name]} /> : <Line label={label} value={given[name]} secret={widget === 'secret'} />}
          </SecretsUnder>
        </SecretsUnder>
      ))}
    </ul>
  );
}

function Headers({ value }: { readonly value: unknown }) {
  return Object.entries(isObject(value) ? value : {}).map(([name, inner]) => <SecretsUnder key={name} name={name}><Line label={name} value={inner} secret /></SecretsUnder>);
}

interface LineProps {
  readonly label: string;
  readonly value: unknown;
  readonly secret: boolean;
}

const Line = (props: LineProps) => <li className="form-secret"><span className="tr-muted">{props.label}:</span> <Shown {...props} /></li>;

function Shown({ label, value, secret }: LineProps) {
  if (isSecretMark(value)) return <><span><Lock size={12} /> stored</span> <Reveal label={label} /></>;
  if (value === undefined || value === null || value === '') return <span className="tr-muted">{secret ? 'not set' : '–'}</span>;
  return secret ? <span><Lock size={12} /> set</span> : <code>{textOf(value)}</code>;
}
