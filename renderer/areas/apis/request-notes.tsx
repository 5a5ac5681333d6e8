import { Button, Callout, Tag } from '@blueprintjs/core';
import { useEffect, useState, type ReactNode } from 'react';
import { adviceFor } from '../../components/resource/list-states.tsx';
import type { Form } from '../../components/resource/use-form.ts';
import { keepNow } from '../../state/kept.ts';
import { fieldMeta, kindOf } from '../../state/list-entity.ts';
import type { AddressPiece } from './request.ts';

/** What the editor of a request says about itself: what is not saved, what is wrong, where it goes. */

const group = 'composerEndpoints';

/** Takes up the draft of an earlier time by itself, and returns what was left out of it; undefined where there was none. */
export function useDraft({ draft, restoreDraft }: Form): readonly string[] | undefined {
  const [omitted, setOmitted] = useState<readonly string[]>();
  if (draft && omitted === undefined) setOmitted(draft.omitted);
  useEffect(() => {
    if (draft) restoreDraft();
  });
  useEffect(() => keepNow, []);
  return omitted;
}

/** What is typed stays here until it is saved or given up. */
export function Unsaved({ form, omitted }: { readonly form: Form; readonly omitted: readonly string[] | undefined }) {
  const entity = kindOf(group);
  const lost = omitted?.map((name) => fieldMeta(entity, name).label.toLowerCase()) ?? [];
  return (
    <span className="request-unsaved tr-muted">
      {omitted === undefined ? 'Not saved yet; kept as a draft.' : 'Your edits of last time, not saved yet.'}
      {lost.length > 0 && ` What may hold secrets was not kept: ${lost.join(', ')}.`}
      <Button size="small" variant="minimal" text="Discard the edits" onClick={form.discard} />
    </span>
  );
}

export function Problems({ form }: { readonly form: Form }) {
  const entity = kindOf(group);
  const problems = Object.entries(form.problems);
  return (
    <>
      {problems.map(([name, words]) => (
        <Callout key={name} compact intent="danger" role="alert" className="request-note">{name === '' ? words : `${fieldMeta(entity, name).label}: ${words}`}</Callout>
      ))}
      {form.failure && <Callout compact intent="danger" role="alert" className="request-note"><strong>{form.failure.message}</strong> {adviceFor(form.failure.code)} What you typed is still here.</Callout>}
    </>
  );
}

const spoken = { server: undefined, text: undefined, variable: undefined, missing: 'This has no value yet' } as const;

/** The whole address that would be called; variables stand out, and those without a value say so. */
export function Address({ pieces, children }: { readonly pieces: readonly AddressPiece[]; readonly children: ReactNode }) {
  const missing = pieces.filter(({ kind }) => kind === 'missing').length;
  return (
    <div className="request-address" role="group" aria-label="Address">
      {/* The pieces have no identity but their place. */}
      {/* oxlint-disable-next-line react/no-array-index-key */}
      <code>{pieces.map(({ text, kind }, at) => <span key={at} data-kind={kind} title={spoken[kind]}>{text}</span>)}</code>
      {missing > 0 && <Tag minimal intent="warning">{missing === 1 ? '1 part has no value' : `${missing} parts have no value`}</Tag>}
      {children}
    </div>
  );
}
