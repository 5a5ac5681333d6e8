import { Button, Checkbox, HTMLSelect } from '@blueprintjs/core';
import { Error as ErrorIcon, Refresh, Tick } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { hotReload } from '../../../shared/rules/constants.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import type { Reply } from '../../../shared/rpc.ts';
import { duration } from '../../components/measures.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { Failure, Skeleton } from '../../components/resource/list-states.tsx';
import { checkHealth, reloadConfig } from '../../state/api-actions.ts';
import { pathOf } from '../../state/areas.ts';
import { sentence } from '../../state/list-entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { useOffline } from '../../state/platform.ts';
import { healthOf, reloadOf, type Check, type Reload } from './health.ts';

/** Whether the platform can run requests now, and whether what is configured could be run. */
export function HealthTab() {
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<{ readonly asked: string; readonly reply: Reply } | null>(null);
  // Asked anew by the button, and when the platform goes or comes back.
  const asked = `${turn} ${useOffline()}`;
  useEffect(() => {
    const controller = new AbortController();
    void checkHealth(controller.signal).then((reply) => !controller.signal.aborted && setAnswer({ asked, reply }));
    return () => controller.abort();
  }, [asked]);
  const reply = answer?.asked === asked ? answer.reply : null;
  const health = reply?.ok ? healthOf(reply.data) : undefined;
  const again = () => setTurn(turn + 1);
  return (
    <div className="detail-panel" aria-busy={reply === null}>
      <div className="panel-bar">
        <h2>What a run needs</h2>
        {health && <Sign ok={health.ok} text={health.ok ? 'All works' : 'Something does not work'} />}
        <span className="filter-space" />
        <Button size="small" variant="minimal" icon={<Refresh size={14} />} text="Check again" loading={reply === null} onClick={again} />
      </div>
      {reply?.ok === false && <Failure failure={{ call: 'composer.health', error: reply.error }} onRetry={again} />}
      {health ? <Checks checks={health.checks} /> : reply === null && <Skeleton label="Checking the platform" />}
      <Configuration />
    </div>
  );
}

const Sign = ({ ok, text }: { readonly ok: boolean; readonly text: string }) => (
  <span className={ok ? 'health-sign tr-success' : 'health-sign tr-danger'}>{ok ? <Tick size={14} /> : <ErrorIcon size={14} />} {text}</span>
);

function Checks({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <table className="tr-table health-table">
      <thead><tr><th scope="col">Part</th><th scope="col">State</th><th scope="col" className="tr-number">Took</th><th scope="col">What it says</th></tr></thead>
      <tbody>
        {checks.map(({ name, ok, took, says }) => (
          <tr key={name}>
            <td>{sentence(name)}</td><td><Sign ok={ok} text={ok ? 'Works' : 'Failed'} /></td><td className="tr-number">{took === undefined ? '–' : duration(took)}</td><td>{says}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const scopes: readonly (readonly [scope: string, label: string])[] = [[hotReload.scope, 'everything'], ['apis', 'APIs'], ['endpoints', 'endpoints'], ['workflows', 'composer workflows']];
const groupOf: Readonly<Record<string, string>> = { apis: 'composerApis', endpoints: 'composerEndpoints', workflows: 'composerWorkflows' };

function Configuration() {
  const [scope, setScope] = useState<string>(hotReload.scope);
  const [force, setForce] = useState<boolean>(hotReload.force);
  const [working, setWorking] = useState(false);
  const [reload, setReload] = useState<Reload | null>(null);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const obstacle = useObstacle('composer', 'hotReload');
  const run = async () => {
    setWorking(true);
    setFailure(null);
    const reply = await reloadConfig(scope, force);
    setWorking(false);
    if (reply.ok) setReload(reloadOf(reply.data));
    else setFailure(reply.error);
  };
  return (
    <>
      <div className="panel-bar">
        <h2>What is configured</h2>
        <span className="filter-space" />
        <label className="panel-choice">Reload <HTMLSelect minimal value={scope} onChange={(event) => setScope(event.currentTarget.value)}>{scopes.map(([value, label]) => <option key={value} value={value}>{label}</option>)}</HTMLSelect></label>
        <Checkbox className="panel-choice" checked={force} label="Also what is disabled" onChange={(event) => setForce(event.currentTarget.checked)} />
        <ActionButton size="small" icon={<Refresh size={14} />} obstacle={obstacle} loading={working} text="Reload configuration" onClick={() => void run()} />
      </div>
      <p className="form-note">Reads APIs, endpoints and workflows of this environment anew, opens their secrets, and says which of them could not run. Nothing is sent.</p>
      {failure && <Failure failure={{ error: failure }} onRetry={() => void run()} />}
      {reload && <Reloaded reload={reload} />}
    </>
  );
}

function Reloaded({ reload: { read, skipped, problems } }: { readonly reload: Reload }) {
  const parts = Object.entries(read).map(([part, count]) => `${scopes.find(([scope]) => scope === part)?.[1] ?? part} ${count.toLocaleString()}`);
  return (
    <>
      <p role="status"><Sign ok={problems.length === 0} text={problems.length === 0 ? 'All of it could run' : `${problems.length.toLocaleString()} could not run`} />. Read: {parts.join(', ')}{skipped > 0 && `; ${skipped.toLocaleString()} left out, because they are disabled`}.</p>
      {problems.length > 0 && (
        // What scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="import-problems" tabIndex={0} role="region" aria-label="What could not run">
          <table className="tr-table">
            <thead><tr><th scope="col">What</th><th scope="col">Problem</th></tr></thead>
            <tbody>{problems.map(({ where, id, name, message }) => <tr key={`${where} ${id}`}><td><Link to={pathOf(groupOf[where] ?? '', id) ?? '/apis'}>{name || id}</Link></td><td>{message}</td></tr>)}</tbody>
          </table>
        </div>
      )}
    </>
  );
}
