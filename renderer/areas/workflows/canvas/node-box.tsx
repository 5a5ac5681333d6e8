import { Error as ErrorIcon, Pause, Pin, WarningSign } from '@blueprintjs/icons';
import { StateSign, stateWord } from '../../dags/state-badge.tsx';
import { summaryOf, type CanvasItem, type Mark } from './canvas-items.ts';
import { cut } from './graph.ts';
import { iconOf, kindTitle } from './kind-looks.tsx';

const signs: Readonly<Record<Mark, string>> = { added: '+', removed: '−', changed: '~', moved: '→' };

/** What stands in the box of a node. */
export function NodeBox({ item }: { readonly item: CanvasItem }) {
  const { node, title, problem, run, ran, mark, isPinned = false, isBreakpoint = false, outputs } = item;
  if (node.type === 'note') return <div className="node-note" data-mark={mark}><MarkSign mark={mark} />{typeof node.data['text'] === 'string' && node.data['text'] !== '' ? cut(node.data['text'], 2000) : <span className="tr-muted">Empty note</span>}</div>;
  if (node.type === 'group') return <div className="node-group"><MarkSign mark={mark} />{title}</div>;
  const summary = summaryOf(node);
  return (
    <div className="node-inner">
      <div className="node-head" title={[title, kindTitle(node.type), summary].filter(Boolean).join('\n')}>
        <span className="node-icon">{iconOf(node.type)}</span>
        <span className="node-words">
          <span className="node-title"><MarkSign mark={mark} />{title}</span>
          <span className="node-kind">{run === undefined ? [kindTitle(node.type), summary].filter(Boolean).join(' · ') : <><StateSign state={run} /> {[stateWord(run), ran].filter(Boolean).join(', ')}</>}</span>
        </span>
        <span className="node-signs">
          {isPinned && <Pin size={12} title="Its output is pinned" />}
          {isBreakpoint && <Pause size={12} title="A run waits before it" />}
          {problem === 'error' && <ErrorIcon size={12} className="node-error" title="Something is wrong with it" />}
          {problem === 'warning' && <WarningSign size={12} className="node-warning" title="Something about it needs a look" />}
        </span>
      </div>
      {outputs.length > 1 && <ul className="node-outputs">{outputs.map(({ id, label, isUnknown }) => <li key={id ?? ''} data-unknown={isUnknown || undefined}>{isUnknown ? `${label} (unknown)` : label}</li>)}</ul>}
    </div>
  );
}

const MarkSign = ({ mark }: { readonly mark: Mark | undefined }) => (mark === undefined ? null : <span className="node-mark" data-mark={mark} title={mark}>{signs[mark]} <span className="visually-hidden">{mark}: </span></span>);
