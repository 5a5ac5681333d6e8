import { Button, Callout, ControlGroup, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useRef, useState, type FormEvent } from 'react';
import { methods } from '../../../shared/contract/http.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import type { ErrorValue } from '../../../shared/errors.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { problemsOf } from '../../components/resource/form-state.ts';
import { pathOf } from '../../state/areas.ts';
import { titleOf } from '../../state/list-entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { create } from '../../state/lists.ts';
import { goTo } from '../../state/navigation.ts';

/** Makes an endpoint from a method and a path; the rest is set on its own page. */
export function NewEndpointDialog({ api, onClose }: { readonly api: Row; readonly onClose: () => void }) {
  const [method, setMethod] = useState('GET');
  const [path, setPath] = useState('/');
  const [name, setName] = useState('');
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ErrorValue | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const obstacle = useObstacle('composerEndpoints', 'create');
  const problems = failure?.problems ? problemsOf('composerEndpoints', ['method', 'path', 'name'], failure.problems) : {};
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (obstacle || sending) return;
    setSending(true);
    const reply = await create('composerEndpoints', { api_id: api.id, method, path, ...(name.trim() === '' ? {} : { name: name.trim() }), enabled: true });
    setSending(false);
    if (!reply.ok) return setFailure(reply.error);
    onClose();
    goTo(pathOf('composerEndpoints', (reply.data as Row).id) ?? '/apis');
  };
  return (
    <Dialog isOpen title={`New endpoint of ${titleOf(api)}`} onOpened={() => first.current?.focus()} onClose={onClose}>
      <form onSubmit={(event) => void make(event)}>
        <DialogBody>
          <FormGroup
            label="Method and path" labelFor="new-path" intent={problems['path'] ? 'danger' : 'none'}
            helperText={<>{problems['path'] && <span className="form-problem" role="alert">{problems['path']}</span>}<span id="new-path-help">Variables are written {'{name}'} or :name.</span></>}
          >
            <ControlGroup fill>
              <HTMLSelect aria-label="Method" className="bp6-fixed" value={method} options={[...methods]} onChange={(event) => setMethod(event.currentTarget.value)} />
              <InputGroup id="new-path" inputRef={first} className="tr-mono" aria-describedby="new-path-help" aria-invalid={problems['path'] !== undefined} value={path} onValueChange={setPath} />
            </ControlGroup>
          </FormGroup>
          <FormGroup label="Name" labelFor="new-name" labelInfo="(optional)">
            <InputGroup id="new-name" value={name} onValueChange={setName} />
          </FormGroup>
          {failure && !problems['path'] && <Callout compact intent="danger" role="alert"><strong>{failure.message}</strong> What you typed is still here.</Callout>}
        </DialogBody>
        <DialogFooter actions={<><Button text="Cancel" onClick={onClose} /><ActionButton type="submit" intent="primary" loading={sending} obstacle={obstacle} text="Create endpoint" /></>} />
      </form>
    </Dialog>
  );
}
