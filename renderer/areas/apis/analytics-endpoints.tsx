import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { duration } from '../../components/measures.ts';
import { pathOf } from '../../state/areas.ts';
import { percent, type EndpointFigures } from './analytics.ts';
import { MethodBadge } from './method-badge.tsx';

const columns = [['executions', 'Requests'], ['errors', 'Errors'], ['error_rate', 'Error rate'], ['p50_ms', 'p50'], ['p95_ms', 'p95']] as const;
type Column = (typeof columns)[number][0];

const shownAtFirst = 50;

/** The figures of each endpoint that was called, the most of whatever column is chosen first. */
export function EndpointFiguresTable({ endpoints }: { readonly endpoints: readonly EndpointFigures[] }) {
  const [by, setBy] = useState<Column>('executions');
  const [all, setAll] = useState(false);
  const sorted = endpoints.toSorted((a, b) => (b[by] ?? -1) - (a[by] ?? -1));
  const shown = all ? sorted : sorted.slice(0, shownAtFirst);
  return (
    <>
      <table className="tr-table figures-table">
        <thead>
          <tr>
            <th scope="col">Endpoint</th>
            {columns.map(([name, label]) => (
              <th key={name} scope="col" className="tr-number" aria-sort={by === name ? 'descending' : undefined}>
                <button type="button" className="figures-sort" onClick={() => setBy(name)}>{label}{by === name && <span aria-hidden="true"> ↓</span>}</button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ endpoint_id, method, path, name, executions, errors, error_rate, p50_ms, p95_ms }) => (
            <tr key={endpoint_id}>
              <td title={name}>{path === '' ? <span className="tr-muted">A deleted endpoint <code>{endpoint_id}</code></span> : <><MethodBadge method={method} /><Link to={pathOf('composerEndpoints', endpoint_id) ?? '/apis'}>{path}</Link></>}</td>
              <td className="tr-number">{executions.toLocaleString()}</td><td className="tr-number">{errors.toLocaleString()}</td><td className="tr-number">{percent(error_rate)}</td>
              <td className="tr-number">{p50_ms === null ? '–' : duration(p50_ms)}</td><td className="tr-number">{p95_ms === null ? '–' : duration(p95_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > shown.length && <Button size="small" variant="minimal" text={`Show all ${sorted.length.toLocaleString()}`} onClick={() => setAll(true)} />}
    </>
  );
}
