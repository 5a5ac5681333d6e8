import { Button, Callout, Checkbox, DialogBody, DialogFooter, FormGroup, InputGroup, Tag } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { useMemo, useState, type FormEvent } from 'react';
import type { ErrorValue } from '../../../shared/errors.ts';
import { documentKind, unknownKind } from '../../../shared/rules/document-kind.ts';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { adviceFor } from '../../components/resource/list-states.tsx';
import { useObstacle } from '../../state/list-permission.ts';
import { closeImport, startImport, startImportFrom, type ImportChoices } from '../../state/api-import.ts';
import { DocumentChoice, missingIn, noChoice, textOfChoice, type Choice } from './document-choice.tsx';

/** The document of an import. What kind it is shows before it is sent. */
export function ImportSource() {
  const [choice, setChoice] = useState(noChoice);
  const [name, setName] = useState('');
  const [wanted, setWanted] = useState<ImportChoices>({ environments: true, auth_configs: true });
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<ErrorValue | null>(null);
  const obstacle = useObstacle('composerApis', choice.from === 'address' ? 'importUrl' : 'importOpenapi');
  const toEnvironments = useObstacle('environments', 'create');
  const toConfigs = useObstacle('authConfigs', 'create');
  const missing = missingIn(choice);
  const text = textOfChoice(choice);
  const kind = useMemo(() => documentKind(text), [text]);

  const change = (changed: Partial<Choice>) => {
    setProblem(null);
    setChoice((before) => ({ ...before, ...changed }));
  };
  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (obstacle || missing || sending) return;
    setSending(true);
    const choices = { environments: wanted.environments && !toEnvironments, auth_configs: wanted.auth_configs && !toConfigs };
    setProblem(choice.from === 'address' ? await startImportFrom(choice.url.trim(), choice.auth, name, choices) : await startImport((kind ?? unknownKind).call, text, name, choices));
    setSending(false);
  };
  return (
    <form onSubmit={(event) => void start(event)}>
      <DialogBody>
        <DocumentChoice
          name="import" label="Document" value={choice} onChange={change} onProblem={setProblem} accept=".json,.yaml,.yml,.har,.bru,.zip,.sh,.txt,application/json,application/yaml"
          help="OpenAPI 3.1, 3.0 or 2.0, or a collection of Postman, Bruno (also as a zip, in Bru or YAML) or Insomnia, or a HAR. You can also drop it here." pasteInfo="or a cURL command"
        >
          <p role="status" className="import-kind">{text.trim() !== '' && (kind ? <><Tag minimal icon={<Tick size={12} />}>{kind.label}</Tag> The platform reads all of it when it is imported.</> : 'Nothing in it tells what kind of document it is; the platform says what it makes of it.')}</p>
        </DocumentChoice>
        <FormGroup label="Name of the API" labelFor="import-name" labelInfo="(optional)" helperText="Where it is empty, the document's own name is taken.">
          <InputGroup id="import-name" value={name} onValueChange={setName} />
        </FormGroup>
        {(choice.from === 'address' || (kind ?? unknownKind).call === 'importOpenapi') && (
          <FormGroup label="Of an OpenAPI document">
            <Made label="Several servers become environments, with their address in a variable" obstacle={toEnvironments} checked={wanted.environments} onChange={(environments) => setWanted({ ...wanted, environments })} />
            <Made label="Security schemes become auth configs, whose credentials are entered once" obstacle={toConfigs} checked={wanted.auth_configs} onChange={(auth_configs) => setWanted({ ...wanted, auth_configs })} />
          </FormGroup>
        )}
        {problem && <Callout compact intent="danger" role="alert"><strong>{problem.message}</strong> {problem.problems ? problem.problems.map(({ message }) => message).join(' ') : adviceFor(problem.code)}</Callout>}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="Close" onClick={closeImport} />
            <ActionButton type="submit" intent="primary" loading={sending} obstacle={obstacle ?? missing} text="Import" />
          </>
        }
      />
    </form>
  );
}

interface MadeProps {
  readonly label: string;
  /** Why it cannot be made. */
  readonly obstacle: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Something that an import makes beside the API. */
function Made({ label, obstacle, checked, onChange }: MadeProps) {
  return (
    <>
      <Checkbox label={label} checked={checked && obstacle === undefined} disabled={obstacle !== undefined} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {obstacle !== undefined && <p className="form-note">{obstacle}</p>}
    </>
  );
}
