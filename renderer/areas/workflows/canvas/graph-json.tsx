import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Editor } from '../../../components/json-editor/editor.tsx';
import { jsonProblem } from '../../../components/json-editor/json-problem.ts';
import { isObject, readGraph, type Graph } from './graph.ts';

/** The parts of another graph that are the same as here, as the same objects: what did not change is no edit. */
export const takenOver = (now: Graph, next: Graph): Graph => ({ nodes: same(now.nodes, next.nodes), edges: same(now.edges, next.edges) });

function same<T>(old: readonly T[], list: readonly T[]): T[] {
  const known = new Map(old.map((one) => [JSON.stringify(one), one]));
  return list.map((one) => known.get(JSON.stringify(one)) ?? one);
}

/** Reads a whole graph; throws in words for the person. */
function graphOfText(text: string): Graph {
  const value = JSON.parse(text) as unknown;
  if (!isObject(value)) throw new TypeError('A graph is an object with nodes and edges');
  return readGraph(value['nodes'], value['edges']);
}

interface GraphJsonProps {
  readonly graph: Graph;
  /** Without it, the graph is only looked at. */
  readonly onChange: ((next: Graph) => void) | null;
}

/** The whole graph as JSON, which is taken over when that is asked for. */
export function GraphJson({ graph, onChange }: GraphJsonProps) {
  const [typed, setTyped] = useState<{ readonly of: Graph; readonly text: string } | null>(null);
  const text = typed?.of === graph ? typed.text : JSON.stringify(graph, null, 2);
  const [problem, setProblem] = useState<string>();
  const syntax = typed?.of === graph ? jsonProblem(text)?.message : undefined;
  const apply = () => {
    try {
      onChange?.(graphOfText(text));
      setTyped(null);
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const said = syntax ?? (typed?.of === graph ? problem : undefined);
  return (
    <div className="canvas-scroll graph-json">
      <Editor language="json" label="Graph as JSON" lines={24} readOnly={onChange === null} value={text} onChange={(next) => setTyped({ of: graph, text: next })} />
      {said !== undefined && <p className="form-problem" role="alert">{said}</p>}
      {onChange && (
        <div className="form-actions">
          <Button intent="primary" text="Take this over" disabled={typed?.of !== graph || syntax !== undefined} onClick={apply} />
          <Button text="Go back" disabled={typed?.of !== graph} onClick={() => setTyped(null)} />
        </div>
      )}
    </div>
  );
}
