import { Button, Callout } from '@blueprintjs/core';
import { Add, Disable, Error as ErrorIcon, Filter, Refresh } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import type { Entity } from '../../../shared/contract/entity.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import { sentence, withArticle } from '../../state/list-entity.ts';
import type { ListError } from '../../state/lists.ts';
import { goTo } from '../../state/navigation.ts';
import { detailsOf } from '../../state/toasts.ts';
import { EmptyState } from '../empty-state.tsx';
import { useLate } from '../use-late.ts';
import { ActionButton } from './action-button.tsx';
import './resource.css';

/** What a list or a row says when there is nothing to show. */

/** The shape of what comes, while there is nothing to show yet. */
export function Skeleton({ label }: { readonly label: string }) {
  const late = useLate();
  return (
    <div className="resource-body" role="status" aria-label={label}>
      {late && <div className="skeleton" aria-hidden="true">{['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((line) => <div key={line} className="skeleton-line" />)}</div>}
    </div>
  );
}

const advice: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'Your sign-in has ended. Sign in again, then try again.',
  forbidden: 'Your role does not allow this. An administrator of the tenant can change that.',
  not_found: 'It may have been deleted, or belong to another tenant or environment.',
  conflict: 'Somebody changed it meanwhile. Refresh, and look at what is there now.',
  too_large: 'The answer is larger than Trellis takes. Narrow the list with a filter.',
  unreachable: 'Check the connection and that the platform runs; its state stands in the status bar.',
  timeout: 'The platform took too long. Try again; if it stays slow, look at the calls.',
  bad_answer: 'The platform answered something else than expected. Show the call to see what.',
  server: 'The platform has a fault of its own. Try again; the call shows what it said.',
  not_available: 'The connected platform does not offer this.',
};

export const adviceFor = (code: ErrorCode): string => advice[code] ?? 'Try again, or show the call to see what was asked and answered.';

interface FailureProps {
  /** Without a call, where there is none to look at. */
  readonly failure: Pick<ListError, 'error'> & Partial<ListError>;
  /** What failed, where the place does not say it. */
  readonly title?: string;
  readonly onRetry?: (() => void) | undefined;
  readonly onDismiss?: (() => void) | undefined;
}

const showCall = (call: string) => goTo(`/activity?search=${encodeURIComponent(call)}`);

/** What failed, the server's words, what to do. Over rows it is a strip; without rows it is the page. */
export function Failure({ failure: { call, error }, title, onRetry, onDismiss }: FailureProps) {
  return (
    <Callout intent="danger" icon={<ErrorIcon />} className="resource-failure" role="alert" compact>
      <div className="failure-text">
        <strong>{title ?? error.message}</strong>
        {title !== undefined && <div>{error.message}</div>}
        <div>{adviceFor(error.code)}</div>
        {error.details !== undefined && <details><summary>Details</summary><pre>{detailsOf(error)}</pre></details>}
      </div>
      <div className="failure-actions">
        {onRetry && <Button size="small" icon={<Refresh size={14} />} text="Try again" onClick={onRetry} />}
        {call !== undefined && <Button size="small" variant="minimal" text="Show call" onClick={() => showCall(call)} />}
        {onDismiss && <Button size="small" variant="minimal" text="Dismiss" onClick={onDismiss} />}
      </div>
    </Callout>
  );
}

interface EmptyProps {
  readonly entity: Entity;
  readonly obstacle: string | undefined;
  readonly onCreate: (() => void) | undefined;
  /** Other ways to the first one, such as an import. */
  readonly actions?: ReactNode;
}

const whereOf = ({ scope }: Entity) => (scope.includes('environment_id') ? 'this environment' : scope.includes('tenant_id') ? 'this tenant' : 'this platform');

/** One sentence of what belongs here, and the action that makes the first one. */
export function Empty({ entity, obstacle, onCreate, actions }: EmptyProps) {
  const { one, many } = entity;
  return (
    <EmptyState
      icon={<Add size={24} />}
      title={`No ${many} yet`}
      text={onCreate ? `The ${many} of ${whereOf(entity)} stand here once there is one.` : `${sentence(many)} appear here by themselves when the platform makes them.`}
      actions={onCreate && <><ActionButton intent="primary" obstacle={obstacle} text={`Create ${withArticle(one)}`} onClick={onCreate} />{actions}</>}
    />
  );
}

/** The platform in use has no such list. */
export function Absent({ reason }: { readonly reason: string }) {
  return <EmptyState icon={<Disable size={24} />} title="Not on this platform" text={reason} />;
}

/** The list belongs to something that has to be chosen first. */
export function Unasked({ many, missing }: { readonly many: string; readonly missing: readonly string[] }) {
  const first = missing.map((label) => withArticle(label.toLowerCase())).join(' and ');
  return <EmptyState icon={<Filter size={24} />} title={`Choose ${first} first`} text={`The ${many} that belong to it are listed here then.`} />;
}

export function FilteredEmpty({ many, total, onClear }: { readonly many: string; readonly total: number; readonly onClear: () => void }) {
  return (
    <EmptyState
      icon={<Filter size={24} />}
      title="Nothing matches"
      text={`None of the ${total.toLocaleString()} ${many} match the filter.`}
      actions={<Button text="Clear the filter" onClick={onClear} />}
    />
  );
}
