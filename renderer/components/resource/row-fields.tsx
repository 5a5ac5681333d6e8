import { Link } from 'react-router-dom';
import type { Row } from '../../../shared/contract/entity.ts';
import { isSecretMark } from '../../../shared/contract/fields.ts';
import { keptAuthType } from '../../../shared/rules/constants.ts';
import { pathOf } from '../../state/areas.ts';
import { fieldMeta, kindOf, titleOf } from '../../state/list-entity.ts';
import { instantOf, textOf } from '../../state/list-order.ts';
import { listNow, useList } from '../../state/lists.ts';
import { authLabel } from './auth-kinds.ts';
import { AuthSummary } from './auth-summary.tsx';
import { cellClass, cellOf, exactTime } from './cell.tsx';
import { InnerSecrets, Reveal } from './reveal.tsx';
import { SecretsOf, SecretsUnder } from './secret-place.tsx';
import { useNow } from './use-now.ts';

/** Every field of a row, in full: the overview of a detail page, and the peek. */
export function RowFields({ group, row }: { readonly group: string; readonly row: Row }) {
  const entity = kindOf(group);
  const now = useNow();
  const names = [...new Set([...Object.keys(entity.fields), 'id', ...Object.keys(row)])];
  return (
    <SecretsOf group={group} id={row.id}>
      <dl className="row-fields">
        {names.map((name) => {
          const meta = fieldMeta(entity, name);
          return (
            <div key={name}>
              <dt>{meta.label}</dt>
              <dd className={cellClass(name, meta)}><SecretsUnder name={name}><Value value={row[name]} meta={meta} now={now} /></SecretsUnder></dd>
            </div>
          );
        })}
      </dl>
    </SecretsOf>
  );
}

function Value({ value, meta, now }: { readonly value: unknown; readonly meta: ReturnType<typeof fieldMeta>; readonly now: number }) {
  if (meta.to && typeof value === 'string' && value !== '') return <Reference to={meta.to} id={value} />;
  const at = meta.widget === 'time' ? instantOf(value) : Number.NaN;
  if (!Number.isNaN(at)) return <>{cellOf(value, meta, now)} <span className="row-exact">{exactTime(at)}</span></>;
  if (meta.widget === 'auth' && typeof value === 'object' && value !== null) return 'type' in value && value.type === keptAuthType ? <KeptAuth value={value} /> : <AuthSummary value={value} />;
  if (meta.widget === 'auth') return meta.inherited ?? cellOf(value, meta, now);
  if (isSecretMark(value)) return <span className="form-secret">{cellOf(value, meta, now)} <Reveal label={meta.label} /></span>;
  if (typeof value === 'object' && value !== null && meta.widget !== 'tags') return <><pre>{JSON.stringify(value, null, 2)}</pre><InnerSecrets value={value} /></>;
  if (meta.widget === 'code') return <pre>{textOf(value) || '–'}</pre>;
  if (meta.widget === 'long') return <div className="row-long">{textOf(value) || '–'}</div>;
  return cellOf(value, meta, now);
}

const configs = { group: 'authConfigs' } as const;

/** The auth config that stands for a row's own credentials. */
function KeptAuth({ value }: { readonly value: object }) {
  useList(configs);
  const id = (value as { readonly credentials?: { readonly auth_config_id?: unknown } | null }).credentials?.auth_config_id;
  return <>{authLabel(keptAuthType)}: {typeof id === 'string' && id !== '' ? <Reference to="authConfigs" id={id} /> : 'none is chosen'}</>;
}

/** The row that an id stands for, by its name where it is known, as a way to it. */
export function Reference({ to, id }: { readonly to: string; readonly id: string }) {
  const row = listNow({ group: to }).data.find((row) => row.id === id);
  const path = pathOf(to, id);
  const text = row ? titleOf(row) : id;
  return path ? <Link to={path} className={row ? undefined : 'cell-mono'}>{text}</Link> : <span className="cell-mono">{text}</span>;
}
