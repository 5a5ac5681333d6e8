import { Button } from '@blueprintjs/core';
import { Duplicate, Error as ErrorIcon, Tick } from '@blueprintjs/icons';
import type { Assertion } from '../../../shared/contract/endpoint-tests.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { copyText } from '../../components/resource/copy-rows.ts';
import { cookiesOf, type Result } from './answer-run.ts';
import { comparisonWord, expectedText } from './request-tests.tsx';

/** What stands beside the body of an answer: headers, cookies, and what the tests say. */

type Pair = readonly [string, string];

export function Headers({ headers }: { readonly headers: readonly Pair[] }) {
  if (headers.length === 0) return <p className="answer-note form-note">The answer has no headers.</p>;
  const copy = () => void copyText(headers.map(([name, value]) => `${name}: ${value}`).join('\n'), 'Headers');
  return (
    <>
      <div className="answer-bar"><Button size="small" variant="minimal" icon={<Duplicate size={14} />} text="Copy the headers" onClick={copy} /></div>
      <PairTable first="Header" pairs={headers} />
    </>
  );
}

export function PairTable({ first, pairs }: { readonly first: string; readonly pairs: readonly Pair[] }) {
  return (
    <table className="tr-table answer-headers">
      <thead><tr><th scope="col">{first}</th><th scope="col">Value</th></tr></thead>
      {/* oxlint-disable-next-line react/no-array-index-key -- a name may come more than once */}
      <tbody>{pairs.map(([name, value], at) => <tr key={at}><td className="tr-mono">{name}</td><td className="tr-mono">{value}</td></tr>)}</tbody>
    </table>
  );
}

export function Cookies({ result }: { readonly result: Result }) {
  const cookies = cookiesOf(result);
  if (cookies.length === 0) return <p className="answer-note form-note">The answer sets no cookies.</p>;
  return (
    <table className="tr-table answer-headers">
      <thead><tr><th scope="col">Cookie</th><th scope="col">Value</th><th scope="col">Attributes</th></tr></thead>
      {/* oxlint-disable-next-line react/no-array-index-key -- a name may come more than once */}
      <tbody>{cookies.map(({ name, value, attributes }, at) => <tr key={at}><td className="tr-mono">{name}</td><td className="tr-mono">{value}</td><td className="tr-mono">{attributes}</td></tr>)}</tbody>
    </table>
  );
}

interface TestResultsProps {
  readonly assertions: readonly Assertion[];
  readonly unjudged: ErrorValue | undefined;
  /** How many tests the request has now. */
  readonly tests: number;
  /** Holds the answer against the tests of now; undefined where that cannot be. */
  readonly onAgain: (() => void) | undefined;
}

export function TestResults({ assertions, unjudged, tests, onAgain }: TestResultsProps) {
  const failed = assertions.filter(({ passed }) => !passed).length;
  const again = tests > 0 && onAgain ? <Button size="small" text="Test this answer again" title="Hold it against the tests of now, without sending anything" onClick={onAgain} /> : undefined;
  if (unjudged) return <EmptyState title="The tests could not be looked at" text={unjudged.message} actions={again} />;
  if (assertions.length === 0) return <EmptyState title="No test has looked at this answer" text={tests === 0 ? 'Tests are written in the Tests tab of the request.' : undefined} actions={again} />;
  return (
    <>
      <div className="answer-bar">
        <strong>{failed === 0 ? `All ${assertions.length} passed` : `${failed} of ${assertions.length} failed`}</strong>
        <span className="filter-space" />{again}
      </div>
      <ul className="test-results" aria-label="Test results">
        {/* oxlint-disable-next-line react/no-array-index-key -- a test has no identity but its place */}
        {assertions.map((one, at) => <Result key={at} {...one} />)}
      </ul>
    </>
  );
}

function Result({ name, passed, actual, expected, comparison, error }: Assertion) {
  return (
    <li>
      {passed ? <Tick className="test-passed" size={14} /> : <ErrorIcon className="test-failed" size={14} />}
      <div>
        <div><strong>{passed ? 'Passed' : 'Failed'}</strong> {name}</div>
        {!passed && <div className="tr-muted">{error ?? <>Expected: {comparisonWord(comparison)} <code>{expectedText(expected)}</code>; found: <code>{expectedText(actual)}</code></>}</div>}
      </div>
    </li>
  );
}
