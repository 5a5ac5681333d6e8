import { memo } from 'react';
import { pathOf } from '../../state/areas.ts';
import { titleOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { nameOf } from './endpoint-moves.ts';
import type { TreeLine } from './endpoint-tree.ts';
import { marked } from './marked-words.tsx';
import { MethodBadge } from './method-badge.tsx';
import { isEnabled, switchEndpoints } from './switch-endpoints.ts';

interface LineProps {
  readonly line: TreeLine;
  readonly at: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly pattern: RegExp | undefined;
  readonly toSwitch: string | undefined;
}

/**
 * Drawn anew only when it changes. It has no style of its own and as few elements as it can: what browsers cannot share
 * between lines is worked out for each of them while the tree is flung.
 */
export const EndpointLine = memo(function EndpointLine({ line, at, active, selected, pattern, toSwitch }: LineProps) {
  const common = { 'data-at': at, role: 'row', 'aria-level': line.level, 'aria-rowindex': at + 1, tabIndex: active ? 0 : -1, className: active ? 'endpoint-line endpoint-active' : 'endpoint-line' } as const;
  if (line.kind === 'branch') {
    return (
      <div {...common} aria-expanded={line.open}>
        <span role="gridcell" className="endpoint-group">
          <span className={line.isFolder ? 'endpoint-folder' : 'tr-mono'}>{marked(line.isFolder ? nameOf(line) : line.prefix, pattern)}</span> <span className="resource-count">{line.count.toLocaleString()}</span>
        </span>
      </div>
    );
  }
  const { row } = line;
  const on = isEnabled(row);
  const title = titleOf(row);
  return (
    <div {...common} aria-selected={selected}>
      <span role="gridcell" className="endpoint-check"><input type="checkbox" tabIndex={-1} checked={selected} readOnly aria-label={`Select ${title}`} /></span>
      <span role="gridcell" className="endpoint-path">
        <MethodBadge method={textOf(row['method']) || 'GET'} />
        <a className="tr-mono" href={pathOf('composerEndpoints', row.id)} tabIndex={-1}>{marked(textOf(row['path']), pattern)}</a>
      </span>
      <span role="gridcell" className="endpoint-name tr-muted">{marked(title, pattern)}</span>
      <span role="gridcell">
        {/* Looks like Blueprint's switch, whose four elements and their rules would cost more than all else in the line. */}
        <button
          type="button" role="switch" className="endpoint-switch" tabIndex={active ? 0 : -1} disabled={toSwitch !== undefined} title={toSwitch ?? (on ? 'Press to disable it: it cannot be run then' : 'Press to enable it')}
          aria-checked={on} aria-label={`Enabled: ${title}`} onClick={() => void switchEndpoints([row], !on)}
        >
          {on ? 'Enabled' : 'Disabled'}
        </button>
      </span>
    </div>
  );
});
