import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, InputGroup, Switch } from '@blueprintjs/core';
import { useState, type FormEvent } from 'react';
import type { Row } from '../../../shared/contract/entity.ts';
import type { SnippetLanguage } from '../../../shared/contract/snippets.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { adviceFor } from '../../components/resource/list-states.tsx';
import { useFocus } from '../../components/use-focus.ts';
import { pathOf } from '../../state/areas.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { create } from '../../state/lists.ts';
import { goTo } from '../../state/navigation.ts';
import { notify } from '../../state/toasts.ts';

interface SaveSnippetProps {
  /** What it is called unless somebody says otherwise. */
  readonly name: string;
  readonly language: SnippetLanguage;
  readonly code: string;
  readonly onClose: () => void;
}

const group = 'codeSnippets';

/** Keeps a piece of code as a snippet of the tenant. */
export function SaveSnippet(props: SaveSnippetProps) {
  return <Dialog isOpen title="Save as snippet" onClose={props.onClose}><SaveForm {...props} /></Dialog>;
}

function SaveForm({ name: given, language, code, onClose }: SaveSnippetProps) {
  const [name, setName] = useState(given);
  const [isPublic, setPublic] = useState(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<ErrorValue | null>(null);
  const first = useFocus<HTMLInputElement>();
  const obstacle = useObstacle(group, 'create') ?? (name.trim() === '' ? 'Give it a name first.' : undefined);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (obstacle !== undefined || sending) return;
    setSending(true);
    const reply = await create(group, { snippet_name: name.trim(), language, code, is_public: isPublic });
    setSending(false);
    if (!reply.ok) return setProblem(reply.error);
    const { id } = reply.data as Row;
    notify(`Snippet “${name.trim()}” saved`, { intent: 'success', action: { text: 'Open', run: () => goTo(pathOf(group, id)!) } });
    onClose();
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <DialogBody>
        <FormGroup label="Name" labelFor="snippet-name" labelInfo="(required)">
          <InputGroup id="snippet-name" inputRef={first} value={name} onValueChange={setName} />
        </FormGroup>
        <Switch checked={isPublic} label="Everyone in the tenant may use it" onChange={({ currentTarget }) => setPublic(currentTarget.checked)} />
        {problem && <Callout compact intent="danger" role="alert"><strong>{problem.message}</strong> {adviceFor(problem.code)}</Callout>}
      </DialogBody>
      <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><ActionButton type="submit" intent="primary" loading={sending} obstacle={obstacle} text="Save snippet" /></>} />
    </form>
  );
}
