import { EmptyState } from '../../../components/empty-state.tsx';
import { durationText, markText } from '../../../components/rows/duration.ts';
import type { Instance, Run } from '../airflow.ts';
import { stateWord } from '../state-badge.tsx';
import { ganttOf, timeMarks, type Gantt, type GanttBar } from './gantt.ts';
import { nameOf } from './run-tasks.tsx';
import './gantt.css';

interface RunGanttProps {
  readonly run: Run | undefined;
  readonly instances: readonly Instance[];
  readonly now: number;
  readonly onOpen: (taskId: string, mapIndex: number) => void;
}

/** A run along the time: a table in which each task's line is drawn where it ran, and said in figures beside it. */
export function RunGantt({ run, instances, now, onOpen }: RunGanttProps) {
  const gantt = ganttOf(run, instances, now);
  if (!gantt) return <EmptyState title="Nothing has begun" text="Each task stands here where it ran, once one has begun." />;
  const length = gantt.to - gantt.from;
  return (
    <table className="tr-table gantt" aria-label="Tasks along the time">
      <thead>
        <tr>
          <th scope="col" className="gantt-task">Task</th>
          <th scope="col" className="gantt-time" aria-label="When it ran">{timeMarks(length, 5).map((at) => <span key={at} className="gantt-mark" style={{ left: `${(100 * at) / length}%` }}>{markText(at)}</span>)}</th>
          <th scope="col" className="tr-number gantt-figure">Waited</th>
          <th scope="col" className="tr-number gantt-figure">Ran</th>
        </tr>
      </thead>
      <tbody>{gantt.bars.map((bar) => <Line key={nameOf(bar.instance)} bar={bar} gantt={gantt} onOpen={onOpen} />)}</tbody>
    </table>
  );
}

function Line({ bar: { instance, waited, ran }, gantt: { from, to }, onOpen }: { readonly bar: GanttBar; readonly gantt: Gantt; readonly onOpen: RunGanttProps['onOpen'] }) {
  const { taskId, mapIndex, state, tryNumber } = instance;
  const place = (span: { readonly from: number; readonly to: number }) => ({ left: `${(100 * (span.from - from)) / (to - from)}%`, width: `max(2px, ${(100 * (span.to - span.from)) / (to - from)}%)` });
  return (
    <tr>
      <th scope="row" className="gantt-task"><button type="button" className="row-sort tr-mono" title={nameOf(instance)} onClick={() => onOpen(taskId, mapIndex)}>{nameOf(instance)}</button></th>
      <td className="gantt-time">
        <div className="gantt-line">
          {waited && <span className="gantt-waited" style={place(waited)} title={`waited ${durationText(waited.to - waited.from)}`} />}
          {ran && <span className="gantt-ran" data-state={state} data-open={ran.isOpen || undefined} style={place(ran)} title={`${stateWord(state)}, try ${tryNumber}, ${durationText(ran.to - ran.from)}`} />}
        </div>
        <span className="visually-hidden">{stateWord(state)}</span>
      </td>
      <td className="tr-number">{waited && durationText(waited.to - waited.from)}</td>
      <td className="tr-number">{ran && durationText(ran.to - ran.from)}</td>
    </tr>
  );
}
