import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { useNow } from '../../../components/resource/use-now.ts';
import { expressionOf } from '../schedule/cron-words.ts';
import { SchedulePreview } from '../schedule/schedule-preview.tsx';
import { schedules } from '../schedules.ts';
import { intervalOf, units, type Unit } from './interval.ts';

interface ScheduleFieldProps {
  readonly schedule: unknown;
  readonly zone: unknown;
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (schedule: unknown) => void;
}

/** When a DAG runs: one of the usual schedules, a cron expression, or an interval; with its next times. */
export function ScheduleField({ schedule = null, zone, fault, disabled, onChange }: ScheduleFieldProps) {
  const now = useNow();
  // What is typed may be a usual schedule for a moment, and goes on being typed.
  const [isTyped, setTyped] = useState(false);
  const interval = intervalOf(schedule);
  const usual = schedules.findIndex(([value]) => value === schedule);
  const kind = interval ? 'interval' : typeof schedule === 'string' && (isTyped || usual < 0) ? 'cron' : usual < 0 ? 'other' : String(usual);
  const choose = (next: string) => {
    setTyped(next === 'cron');
    if (next === 'cron') return onChange(typeof schedule === 'string' && !interval ? expressionOf(schedule) : '0 6 * * 1');
    if (next === 'interval') return onChange({ hours: 1 });
    return onChange(schedules[Number(next)]![0]);
  };
  return (
    <>
      <FormGroup label="Schedule" labelFor="dag-schedule" data-path="schedule" intent={fault === undefined ? 'none' : 'danger'} helperText={fault !== undefined && <span className="form-problem">{fault}</span>}>
        <div className="definition-schedule">
          <HTMLSelect id="dag-schedule" disabled={disabled} value={kind} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {schedules.map(([value, label], place) => <option key={label} value={place}>{label}{value !== null && ` (${value})`}</option>)}
            <option value="cron">Cron expression</option>
            <option value="interval">Interval</option>
            {kind === 'other' && <option value="other" disabled>As written</option>}
          </HTMLSelect>
          {kind === 'cron' && <InputGroup className="tr-mono" aria-label="Cron expression" placeholder="0 6 * * 1" spellCheck={false} value={String(schedule)} onValueChange={(next) => {
            setTyped(true);
            onChange(next);
          }} />}
          {interval && <IntervalInput count={interval.count} unit={interval.unit} onChange={(count, unit) => onChange({ [unit]: count })} />}
        </div>
      </FormGroup>
      {interval && <p className="form-note">Runs every {interval.count} {interval.unit}, counted from the start.</p>}
      {kind !== 'other' && !interval && typeof schedule === 'string' && schedule !== '' && <SchedulePreview schedule={schedule} zone={typeof zone === 'string' && zone !== '' ? zone : 'UTC'} now={now} />}
    </>
  );
}

function IntervalInput({ count, unit, onChange }: { readonly count: number; readonly unit: Unit; readonly onChange: (count: number, unit: Unit) => void }) {
  return (
    <>
      <InputGroup className="definition-count" type="number" min={1} aria-label="Every how many" value={String(count)} onValueChange={(next) => onChange(Math.max(0, Number(next)), unit)} />
      <HTMLSelect aria-label="Unit of time" value={unit} options={[...units]} onChange={({ currentTarget }) => onChange(count, currentTarget.value as Unit)} />
    </>
  );
}
