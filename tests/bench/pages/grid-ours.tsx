import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { gridModel } from '../../../renderer/areas/dags/grid/grid-model.ts';
import { noSelection } from '../../../renderer/areas/dags/grid/grid-selection.ts';
import { GridTable } from '../../../renderer/areas/dags/grid/grid-table.tsx';
import '../../../renderer/areas/dags/states.css';
import '../../../renderer/styles/tokens.css';
import { gridSample } from './grid-sample.ts';

const nothing = () => undefined;

/** Our grid, as large as the page. */
export function drawGrid(root: HTMLElement, tasks: number): void {
  const model = gridModel(gridSample(100, tasks), { closed: new Set(), keepTask: () => true, keepRun: () => true, onlyFailed: false });
  root.style.cssText = 'height: 800px; display: flex; flex-direction: column';
  createRoot(root).render(<Grid model={model} />);
}

function Grid({ model }: { readonly model: ReturnType<typeof gridModel> }) {
  const [selection, setSelection] = useState(noSelection);
  return <GridTable model={model} selection={selection} onSelect={setSelection} onOpen={nothing} onTurn={nothing} onOldest={nothing} now={0} />;
}
