import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import type { PauseWish } from '../../../state/dags.ts';
import { endProblem, fieldText, presetEnds } from './pause-ends.ts';
import './list.css';

export interface PauseEntry {
  readonly reason: string;
  /** As a `datetime-local` field says it. */
  readonly until: string;
}

export const wishOf = ({ reason, until }: PauseEntry): PauseWish => ({
  ...(reason.trim() === '' ? {} : { reason: reason.trim() }), ...(until === '' || Number.isNaN(Date.parse(until)) ? {} : { until: new Date(until).toISOString() }),
});

interface PauseFieldsProps {
  readonly entry: PauseEntry;
  readonly onEntry: (entry: PauseEntry) => void;
}

/** Why, and until when: both may be left empty. */
export function PauseFields({ entry, onEntry }: PauseFieldsProps) {
  const [opened] = useState(() => new Date());
  const problem = endProblem(entry.until, opened.getTime());
  return (
    <div className="pause-fields">
      <FormGroup label="Reason" labelInfo="(optional)" labelFor="pause-reason">
        <InputGroup id="pause-reason" value={entry.reason} maxLength={1000} onValueChange={(reason) => onEntry({ ...entry, reason })} />
      </FormGroup>
      <FormGroup label="Until" labelInfo="(optional)" labelFor="pause-until" intent={problem === undefined ? 'none' : 'danger'} helperText={problem ?? 'It resumes by itself then. Without an end it stays paused until somebody resumes it.'}>
        <InputGroup id="pause-until" type="datetime-local" value={entry.until} min={fieldText(opened)} onValueChange={(until) => onEntry({ ...entry, until })} />
        <div className="pause-presets" role="group" aria-label="Ends that are often chosen">
          {presetEnds(opened).map(({ label, at }) => <Button key={label} size="small" text={label} active={entry.until === fieldText(at)} onClick={() => onEntry({ ...entry, until: fieldText(at) })} />)}
          <Button size="small" variant="minimal" text="No end" active={entry.until === ''} onClick={() => onEntry({ ...entry, until: '' })} />
        </div>
      </FormGroup>
    </div>
  );
}
