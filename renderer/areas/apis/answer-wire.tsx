import { duration } from '../../components/measures.ts';
import { textOf } from '../../state/list-order.ts';
import { PairTable } from './answer-tables.tsx';
import type { Result } from './answer-run.ts';
import { isObject } from './request.ts';

/** What went over the wire: each request with its answer, and where the time went. */

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});
export const hopsOf = (result: Result): Fields[] => (Array.isArray(result['hops']) ? (result['hops'] as unknown[]).filter(isObject) : []);

const steps = [['dns_ms', 'Name'], ['connect_ms', 'Connect'], ['tls_ms', 'TLS'], ['first_byte_ms', 'First byte'], ['body_ms', 'Body']] as const;

interface Step {
  readonly name: string;
  readonly label: string;
  readonly ms: number;
}

const stepsOf = (hop: Fields): Step[] => steps.flatMap(([name, label]) => {
  const ms = fieldsOf(hop['timing'])[name];
  return typeof ms === 'number' ? [{ name, label, ms }] : [];
});

/** Of a platform that says no more: until the headers, and the body. */
function wholeSteps(result: Result): Step[] {
  const { headers_ms, body_ms } = fieldsOf(result['timing']);
  return typeof headers_ms === 'number' && typeof body_ms === 'number' ? [{ name: 'first_byte_ms', label: 'Until the headers', ms: headers_ms }, { name: 'body_ms', label: 'Body', ms: body_ms }] : [];
}

/** Where the time went, a bar for each request that was sent. */
export function Timing({ result }: { readonly result: Result }) {
  const hops = hopsOf(result).map((hop) => ({ title: textOf(hop['request_line']) || textOf(hop['url']), reused: fieldsOf(hop['timing'])['reused'] === true, steps: stepsOf(hop) }));
  const shown = hops.length > 0 ? hops : [{ title: result.executedURL ?? '', reused: false, steps: wholeSteps(result) }];
  const longest = Math.max(1, ...shown.map(({ steps: all }) => all.reduce((sum, { ms }) => sum + ms, 0)));
  if (shown.every(({ steps: all }) => all.length === 0)) return <p className="answer-note form-note">Nothing was measured of this run.</p>;
  return (
    <ol className="timing" aria-label="Timing">
      {shown.map(({ title, reused, steps: all }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same request may be sent twice
        <li key={at}>
          <code className="timing-title">{title}</code>
          {reused && <span className="tr-muted"> over an open connection</span>}
          <div className="timing-bar" aria-hidden="true">{all.map(({ name, ms }) => <span key={name} data-step={name} style={{ width: `${(ms / longest) * 100}%` }} />)}</div>
          <dl>{all.map(({ name, label, ms }) => <div key={name}><dt><span className="timing-key" data-step={name} aria-hidden="true" />{label}</dt><dd className="tr-number">{ms < 10 ? `${ms.toFixed(1)} ms` : duration(ms)}</dd></div>)}</dl>
        </li>
      ))}
    </ol>
  );
}

const pairsOf = (value: unknown): (readonly [string, string])[] =>
  Array.isArray(value) ? (value as unknown[]).flatMap((one) => (Array.isArray(one) ? [[String(one[0]), String(one[1])] as const] : [])) : Object.entries(fieldsOf(value)).flatMap(([name, text]) => [text].flat().map((one) => [name, String(one)] as const));

function bodyText(body: unknown): string {
  const { content } = fieldsOf(body);
  return typeof content === 'string' ? content : content === undefined || content === null ? '' : JSON.stringify(content, null, 2);
}

/** The request as it was sent, and every request and answer on the way, with their headers. */
export function Wire({ result }: { readonly result: Result }) {
  const record = fieldsOf(result['request']);
  const hops = hopsOf(result);
  const body = bodyText(record['body']);
  const hidden = Array.isArray(record['hidden']) ? (record['hidden'] as unknown[]).map(String) : [];
  if (hops.length === 0 && Object.keys(record).length === 0) return <p className="answer-note form-note">What was sent is not known of this run.</p>;
  return (
    <div className="wire">
      {Object.keys(record).length > 0 && (
        <section aria-label="Request as sent">
          <h2 className="request-heading">Request as sent</h2>
          <p className="tr-mono wire-line">{textOf(record['method'])} {textOf(record['url'])}</p>
          {pairsOf(record['headers']).length > 0 && <PairTable first="Header" pairs={pairsOf(record['headers'])} />}
          {body !== '' && <pre className="wire-body">{body.slice(0, longestShown)}{body.length > longestShown && '…'}</pre>}
          {hidden.length > 0 && <p className="form-note">Not kept, since it may hold secrets: {hidden.join(', ')}.</p>}
        </section>
      )}
      {hops.map((hop, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same request may be sent twice
        <details key={at} open={hops.length === 1}>
          <summary><code>{textOf(hop['request_line'])}</code> <span className="tr-muted">→</span> <code>{textOf(hop['status_line'])}</code></summary>
          <PairTable first="Sent" pairs={pairsOf(hop['request_headers'])} />
          <PairTable first="Received" pairs={pairsOf(hop['headers'])} />
        </details>
      ))}
    </div>
  );
}

/** Characters of a sent body that are shown. */
const longestShown = 20_000;
