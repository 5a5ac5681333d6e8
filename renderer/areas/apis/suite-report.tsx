import { Button, SegmentedControl } from '@blueprintjs/core';
import { Disable, Download, Error as ErrorIcon, Tick } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { SuiteReport, SuiteResult } from '../../../shared/contract/suites.ts';
import { junitOf, suiteSummary } from '../../../shared/rules/suite-report.ts';
import { duration } from '../../components/measures.ts';
import { saveBlob } from '../../components/resource/copy-rows.ts';
import { TimeAgo } from '../../components/time-ago.tsx';
import { pathOf } from '../../state/areas.ts';
import { comparisonWord, expectedText } from './request-tests.tsx';

/** Rows that are drawn; the files have all of them. */
const mostDrawn = 500;

/** What came of a suite: how many passed, and each endpoint with what failed of it. */
export function SuiteReportView({ report }: { readonly report: SuiteReport }) {
  const [shown, setShown] = useState<'all' | 'failed'>('all');
  const rows = useMemo(() => report.results.filter(({ state }) => shown === 'all' || state === 'failed'), [report, shown]);
  const stem = report.name.replace(/[^\p{L}\p{N}_-]+/gu, '-') || 'tests';
  return (
    <section aria-label="Report">
      <div className="panel-bar suite-summary">
        <strong role="status" className={report.failed > 0 ? 'tr-danger' : 'tr-success'}>{report.failed > 0 ? <ErrorIcon size={14} /> : <Tick size={14} />} {suiteSummary(report)}</strong>
        <span className="tr-muted">{report.iterations > 1 && `${report.iterations.toLocaleString()} iterations, `}{duration(report.duration_ms)}, <TimeAgo at={report.started_at} />{report.stopped && ', stopped at the first failure'}</span>
        <span className="filter-space" />
        <SegmentedControl size="small" aria-label="Shown" options={[{ value: 'all', label: 'All' }, { value: 'failed', label: 'Failed' }]} value={shown} onValueChange={(value) => setShown(value as typeof shown)} />
        <Button size="small" variant="minimal" icon={<Download size={14} />} text="JUnit" title="Save as JUnit’s XML" onClick={() => saveBlob(`${stem}.junit.xml`, new Blob([junitOf(report)], { type: 'application/xml' }))} />
        <Button size="small" variant="minimal" icon={<Download size={14} />} text="JSON" title="Save as JSON" onClick={() => saveBlob(`${stem}.report.json`, new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }))} />
      </div>
      {rows.length === 0 ? <p className="form-note">{shown === 'failed' ? 'Nothing failed.' : 'The API has no endpoints.'}</p> : (
        <table className="tr-table suite-results">
          <thead><tr>{report.iterations > 1 && <th scope="col" className="tr-number">#</th>}<th scope="col">State</th><th scope="col">Endpoint</th><th scope="col" className="tr-number">Status</th><th scope="col" className="tr-number">Took</th><th scope="col">Tests</th></tr></thead>
          <tbody>{rows.slice(0, mostDrawn).map((one) => <Result key={`${one.iteration} ${one.endpoint_id}`} result={one} numbered={report.iterations > 1} />)}</tbody>
        </table>
      )}
      {rows.length > mostDrawn && <p className="form-note">And {(rows.length - mostDrawn).toLocaleString()} more, which the files have.</p>}
    </section>
  );
}

const signs = { passed: [Tick, 'tr-success', 'Passed'], failed: [ErrorIcon, 'tr-danger', 'Failed'], skipped: [Disable, 'tr-muted', 'Not run'] } as const;

function Result({ result, numbered }: { readonly result: SuiteResult; readonly numbered: boolean }) {
  const { iteration, endpoint_id, name, state, execution_id, status, duration: took, error, assertions = [] } = result;
  const [Icon, color, word] = signs[state];
  const failed = assertions.filter(({ passed }) => !passed);
  const path = pathOf('composerEndpoints', endpoint_id) ?? '/apis';
  return (
    <tr>
      {numbered && <td className="tr-number">{iteration}</td>}
      <td><span className={`health-sign ${color}`}><Icon size={14} /> {word}</span></td>
      <td><Link to={execution_id === undefined ? path : `${path}?run=${encodeURIComponent(execution_id)}&view=tests`}>{name}</Link></td>
      <td className="tr-number">{status ?? '–'}</td>
      <td className="tr-number">{took === undefined ? '–' : duration(took)}</td>
      <td>
        {assertions.length > 0 && `${assertions.length - failed.length} of ${assertions.length} passed`}{assertions.length === 0 && state !== 'skipped' && !error && <span className="tr-muted">No tests</span>}
        {error && <div className="tr-muted">{error}</div>}
        {/* oxlint-disable-next-line react/no-array-index-key -- a test has no identity but its place */}
        {failed.map((one, at) => <div key={at}>{one.name}: <span className="tr-muted">{one.error ?? <>expected: {comparisonWord(one.comparison)} <code>{expectedText(one.expected)}</code>; found: <code>{expectedText(one.actual)}</code></>}</span></div>)}
      </td>
    </tr>
  );
}
