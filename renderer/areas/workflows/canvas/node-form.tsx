import { useState } from 'react';
import { SegmentedControl } from '@blueprintjs/core';
import { kindOf, labelField } from '../../../../shared/contract/workflow-kinds.ts';
import { metaOf } from '../../../../shared/contract/fields.ts';
import type { Shape } from '../../../../shared/contract/define.ts';
import type { GraphProblem } from '../../../../shared/rules/workflow-graph.ts';
import { Editor } from '../../../components/json-editor/editor.tsx';
import { jsonProblem } from '../../../components/json-editor/json-problem.ts';
import { LargeText, mostAtOnce } from '../../../components/json-editor/large-text.tsx';
import { FormField } from '../../../components/resource/form-field.tsx';
import { isObject, readGraph, type Graph, type GraphNode } from './graph.ts';
import { withField, withNodeAs } from './commands.ts';

export type Act = (label: string, change: (graph: Graph) => Graph, place?: string) => void;

interface NodeFormProps {
  readonly node: GraphNode;
  readonly problems: readonly GraphProblem[];
  /** Without it, the node is only looked at. */
  readonly act: Act | null;
  /** The node has another id by now. */
  readonly onRenamed: (id: string) => void;
}

/** What a node says, as its kind's form and as JSON: both write the same. */
export function NodeForm({ node, problems, act, onRenamed }: NodeFormProps) {
  const [as, show] = useState<'form' | 'json'>('form');
  return (
    <>
      <SegmentedControl size="small" aria-label="Node as" options={[{ value: 'form', label: 'Form' }, { value: 'json', label: 'JSON' }]} value={as} onValueChange={(next) => show(next === 'json' ? 'json' : 'form')} />
      {as === 'json' ? <Twin key={node.id} node={node} act={act} onRenamed={onRenamed} /> : act ? <Fields key={node.id} node={node} problems={problems} act={act} /> : <Said node={node} />}
    </>
  );
}

function Fields({ node, problems, act }: { readonly node: GraphNode; readonly problems: readonly GraphProblem[]; readonly act: Act }) {
  /** Text that is no value yet, by field. */
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const kind = kindOf(node.type);
  const fieldsOf = (shape: Shape) => Object.entries(shape).map(([name, schema]) => {
    const meta = metaOf(schema);
    return meta && (
      <FormField
        key={name} name={name} meta={meta} value={node.data[name]} text={texts[name]} required={!schema.safeParse(undefined).success}
        problem={problems.find(({ field }) => field === name || field?.startsWith(`${name}.`))?.message}
        onChange={(value) => act(`Change ${meta.label.toLowerCase()} of ${node.id}`, (graph) => withField(graph, node.id, name, value === null || value === '' ? undefined : value), `${node.id}.${name}`)}
        onText={(text) => setTexts(({ [name]: _before, ...others }) => (text === undefined ? others : { ...others, [name]: text }))}
      />
    );
  });
  const unknown = Object.keys(node.data).filter((name) => name !== 'label' && !(kind && (name in kind.fields || name in kind.runFields)));
  return (
    <div className="form-fields">
      <p className="form-note">{kind ? kind.description : `Nothing is known here of the kind “${node.type}”. It is kept as it is, and can be edited as JSON.`}</p>
      {fieldsOf({ label: labelField, ...kind?.fields })}
      {kind && Object.keys(kind.runFields).length > 0 && <details><summary>Time limit, retries and failure</summary>{fieldsOf(kind.runFields)}</details>}
      {unknown.length > 0 && <p className="form-note">Kept beside, and edited as JSON: {unknown.join(', ')}</p>}
    </div>
  );
}

/** The same, where nothing can be changed. */
function Said({ node }: { readonly node: GraphNode }) {
  const fields = kindOf(node.type)?.fields ?? {};
  const entries = Object.entries(node.data);
  if (entries.length === 0) return <p className="form-note">Nothing is set.</p>;
  return (
    <dl className="node-said">
      {entries.map(([name, value]) => (
        <div key={name}><dt>{metaOf(fields[name] ?? labelField)?.label && name in fields ? metaOf(fields[name]!)!.label : name}</dt><dd><SaidText name={name} text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} /></dd></div>
      ))}
    </dl>
  );
}

const SaidText = ({ name, text }: { readonly name: string; readonly text: string }) => (text.length > mostAtOnce ? <LargeText text={text} label={name} /> : <pre>{text}</pre>);

/** Reads a node's JSON; throws in words for the person where it is none. */
function nodeOfText(text: string): GraphNode {
  const value = JSON.parse(text) as unknown;
  if (!isObject(value) || typeof value['id'] !== 'string' || value['id'] === '') throw new TypeError('A node is an object with an id');
  return readGraph([value], []).nodes[0]!;
}

function Twin({ node, act, onRenamed }: { readonly node: GraphNode; readonly act: Act | null; readonly onRenamed: (id: string) => void }) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly node: GraphNode | null; readonly problem?: string } | null>(null);
  // What was typed stays as it was typed until the node changes from elsewhere.
  const isMine = typed !== null && (typed.node === null || JSON.stringify(typed.node) === JSON.stringify(node));
  const take = (text: string) => {
    const syntax = jsonProblem(text);
    try {
      if (syntax) throw new TypeError(syntax.message);
      const next = nodeOfText(text);
      setTyped({ text, node: next });
      act?.(`Edit ${node.id} as JSON`, (graph) => withNodeAs(graph, node.id, next), `${node.id} as JSON`);
      if (next.id !== node.id) onRenamed(next.id);
    } catch (error) {
      setTyped({ text, node: null, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <div className="node-twin">
      <Editor language="json" label="Node as JSON" lines={14} readOnly={act === null} value={isMine ? typed.text : JSON.stringify(node, null, 2)} onChange={take} />
      {isMine && typed.problem !== undefined && <p className="form-problem" role="alert">{typed.problem}</p>}
    </div>
  );
}
