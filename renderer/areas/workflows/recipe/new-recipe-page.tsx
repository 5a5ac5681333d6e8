import { Button, Callout, FormGroup, InputGroup, Radio, RadioGroup, TextArea } from '@blueprintjs/core';
import { ArrowLeft } from '@blueprintjs/icons';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ErrorValue } from '../../../../shared/errors.ts';
import { ActionButton } from '../../../components/resource/action-button.tsx';
import { adviceFor } from '../../../components/resource/list-states.tsx';
import { useFocus } from '../../../components/use-focus.ts';
import { useCommand } from '../../../state/commands.ts';
import { useObstacle } from '../../../state/list-permission.ts';
import { pathOf } from '../../../state/areas.ts';
import { createRecipe, describeRecipe, recipes } from '../../../state/recipes.ts';
import { useTitle } from '../../../state/tabs.ts';
import { notify } from '../../../state/toasts.ts';
import { blank, examples } from '../recipes/examples.ts';
import { nodesText } from '../recipes/recipe-card.tsx';

type Graph = typeof blank;

/** Where a recipe begins: with nothing, with an example, or with what a model makes of a description. */
const described = 'described';
const choices = [{ id: 'blank', name: 'Blank', description: 'A start and an end.', ...blank }, ...examples];

/** Makes a recipe at `/workflows/new`, and goes on to its canvas. */
export function NewRecipePage() {
  const navigate = useNavigate();
  const obstacle = useObstacle(recipes, 'create');
  const toDescribe = useObstacle('runtimeAgent', 'generateWorkflow');
  const [name, setName] = useState('');
  const [begin, setBegin] = useState('blank');
  const [wish, setWish] = useState('');
  const [working, setWorking] = useState(false);
  const [missing, setMissing] = useState<'name' | 'wish' | null>(null);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const field = useFocus<HTMLInputElement>();
  useTitle('New workflow recipe');
  const leave = () => void navigate('/workflows');
  const example = choices.find(({ id }) => id === begin);

  /** The graph to begin with, or why there is none. */
  const graphOf = async (): Promise<{ readonly graph: Graph } | { readonly error: ErrorValue }> => {
    if (example) return { graph: example };
    const reply = await describeRecipe(wish.trim());
    if (!reply.ok) return { error: reply.error };
    const { nodes, edges, problems } = reply.data as { nodes: Graph['nodes']; edges: Graph['edges']; problems?: readonly { message: string }[] | null };
    if (problems && problems.length > 0) notify(`The model’s workflow has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}: ${problems[0]!.message}`, { intent: 'warning', timeout: 0 });
    return { graph: { nodes, edges } };
  };
  const make = async () => {
    if (working) return;
    const called = name.trim() || (example && begin !== 'blank' ? example.name : '');
    const lacks = called === '' ? 'name' : begin === described && wish.trim() === '' ? 'wish' : null;
    setMissing(lacks);
    setFailure(null);
    if (lacks) return;
    setWorking(true);
    const made = await graphOf();
    const reply = 'error' in made ? ({ ok: false, error: made.error } as const) : await createRecipe({ name: called, ...(begin === described ? { description: wish.trim() } : {}) }, made.graph);
    setWorking(false);
    if (!reply.ok) return setFailure(reply.error);
    notify(`Workflow recipe “${called}” created`, { intent: 'success' });
    void navigate(`${pathOf(recipes, reply.data.id) ?? '/workflows'}?tab=canvas`, { replace: true });
  };
  const blocked = obstacle ?? (begin === described ? toDescribe : undefined);
  useCommand('form.save', blocked || working ? null : () => void make());
  useCommand('form.cancel', leave);
  return (
    <section className="resource" aria-label="New workflow recipe">
      <header className="resource-head">
        <Button variant="minimal" size="small" icon={<ArrowLeft size={14} />} text="Workflow recipes" onClick={leave} />
        <h1>New workflow recipe</h1>
      </header>
      <div className="detail-tabs"><div className="detail-panel">
        <form className="resource-form" noValidate onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!blocked) void make();
        }}>
          <FormGroup label="Name" labelFor="field-name" labelInfo={begin === 'blank' || begin === described ? '(required)' : undefined} intent={missing === 'name' ? 'danger' : 'none'} helperText={missing === 'name' && <span className="form-problem" role="alert">Name is required</span>}>
            <InputGroup id="field-name" fill inputRef={field} value={name} onValueChange={setName} placeholder={example && begin !== 'blank' ? example.name : undefined} aria-invalid={missing === 'name'} />
          </FormGroup>
          <RadioGroup label="Begin with" className="recipe-begin" selectedValue={begin} onChange={(event) => setBegin(event.currentTarget.value)}>
            {choices.map(({ id, name, description, nodes }) => <Radio key={id} value={id}>{name} <span className="tr-muted">– {description} {nodesText(nodes.length)}.</span></Radio>)}
            <Radio value={described}>A description <span className="tr-muted">– a language model makes a workflow of it.</span></Radio>
          </RadioGroup>
          {begin === described && (
            <FormGroup label="What it should do" labelFor="field-wish" labelInfo="(required)" intent={missing === 'wish' ? 'danger' : 'none'} helperText={missing === 'wish' ? <span className="form-problem" role="alert">Say what the workflow should do</span> : toDescribe}>
              <TextArea id="field-wish" fill className="form-long" rows={4} value={wish} onChange={(event) => setWish(event.currentTarget.value)} placeholder="Fetch the open orders, ask for approval of those over 1000, and post the others." />
            </FormGroup>
          )}
          {failure && <Callout compact intent="danger" role="alert" className="form-notice"><strong>{failure.message}</strong> {adviceFor(failure.code)}</Callout>}
          <div className="form-actions">
            <ActionButton type="submit" intent="primary" loading={working} obstacle={blocked} text="Create recipe" />
            <Button text="Cancel" onClick={leave} />
          </div>
        </form>
      </div></div>
    </section>
  );
}
