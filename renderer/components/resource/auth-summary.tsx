import { Lock } from '@blueprintjs/icons';
import { isSecretMark } from '../../../shared/contract/fields.ts';
import { textOf } from '../../state/list-order.ts';
import { authKinds, authLabel, isKnown, type Part } from './auth-kinds.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Authentication to read: its kind, what is public of it, and which secrets are stored. */
export function AuthSummary({ value }: { readonly value: object }) {
  const type = textOf((value as { type?: unknown }).type);
  const { credentials } = value as { credentials?: unknown };
  const given = isObject(credentials) ? credentials : {};
  const parts = isKnown(type) ? authKinds[type].parts : Object.keys(given).map((name): Part => ({ name, label: name }));
  return (
    <ul className="auth-summary">
      <li>{authLabel(type)}</li>
      {parts.flatMap((part) => (part.widget === 'headers' ? headersOf(given[part.name]) : [{ label: part.label, value: given[part.name], secret: part.widget === 'secret' }])).map(({ label, value, secret }) => (
        <li key={label}><span className="tr-muted">{label}:</span> <Shown value={value} secret={secret} /></li>
      ))}
    </ul>
  );
}

const headersOf = (headers: unknown) => Object.entries(isObject(headers) ? headers : {}).map(([label, value]) => ({ label, value, secret: true }));

function Shown({ value, secret }: { readonly value: unknown; readonly secret: boolean }) {
  if (isSecretMark(value)) return <><Lock size={12} /> stored</>;
  if (value === undefined || value === null || value === '') return <span className="tr-muted">{secret ? 'not set' : '–'}</span>;
  return secret ? <><Lock size={12} /> set</> : <code>{textOf(value)}</code>;
}
