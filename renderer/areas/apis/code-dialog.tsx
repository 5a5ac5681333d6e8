import { Button, Dialog, DialogBody, DialogFooter, SegmentedControl } from '@blueprintjs/core';
import { Duplicate, FloppyDisk } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { codeLanguages, type CodeLanguage, type composerEndpoints } from '../../../shared/contract/composer.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import type { OutputOf, Reply } from '../../../shared/rpc.ts';
import { Editor } from '../../components/json-editor/editor.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import { copyText } from '../../components/resource/copy-rows.ts';
import { Failure, Skeleton } from '../../components/resource/list-states.tsx';
import { generateCode } from '../../state/api-actions.ts';
import { titleOf } from '../../state/list-entity.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { SaveSnippet } from '../connectors/save-snippet.tsx';
import { languageOfCode } from '../connectors/snippet-language.ts';
import { ProblemTable } from './problem-table.tsx';
import './apis-screens.css';

const labels: Readonly<Record<CodeLanguage, string>> = { curl: 'cURL', fetch: 'JavaScript (fetch)', axios: 'JavaScript (axios)', python: 'Python', go: 'Go' };

type Code = OutputOf<typeof composerEndpoints.calls.generateCode>;

/** Code that sends an endpoint's saved request, in a language that is chosen. */
export function CodeDialog({ endpoint, onClose }: { readonly endpoint: Row; readonly onClose: () => void }) {
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  const [made, setMade] = useState<{ readonly of: CodeLanguage; readonly turn: number; readonly reply: Reply<Code> } | null>(null);
  const [turn, setTurn] = useState(0);
  const [saving, setSaving] = useState(false);
  const toSave = useObstacle('codeSnippets', 'create');
  useEffect(() => {
    const controller = new AbortController();
    void generateCode(endpoint.id, language, controller.signal).then((reply) => !controller.signal.aborted && setMade({ of: language, turn, reply }));
    return () => controller.abort();
  }, [endpoint.id, language, turn]);
  const reply = made?.of === language && made.turn === turn ? made.reply : null;
  const code = reply?.ok ? reply.data : undefined;
  const again = () => setTurn(turn + 1);
  return (
    <>
      <Dialog isOpen title={`Code for ${titleOf(endpoint)}`} onClose={onClose} className="code-dialog">
        <DialogBody>
          <SegmentedControl aria-label="Language" options={codeLanguages.map((value) => ({ value, label: labels[value] }))} value={language} onValueChange={(value) => setLanguage(value as CodeLanguage)} />
          <p className="form-note">It sends the request as it is saved. Secrets are placeholders: no key, token or password stands in it.</p>
          {reply?.ok === false && <Failure failure={{ call: 'composerEndpoints.generateCode', error: reply.error }} onRetry={again} />}
          {code ? (
            <>
              <Editor key={language} readOnly language={languageOfCode[language]} label={`The request in ${labels[language]}`} lines={10} value={code.code} />
              {(code.placeholders?.length ?? 0) > 0 && <p>To be filled in: {code.placeholders!.map((one) => <code key={one} className="export-placeholder">{one}</code>)}</p>}
              {(code.problems?.length ?? 0) > 0 && <ProblemTable label="What could not be written" problems={code.problems!} />}
            </>
          ) : reply === null && <Skeleton label="Writing the code" />}
        </DialogBody>
        <DialogFooter actions={<><Button text="Close" onClick={onClose} /><ActionButton icon={<FloppyDisk size={14} />} obstacle={toSave ?? (code ? undefined : 'There is no code yet.')} text="Save as snippet" onClick={() => setSaving(true)} /><ActionButton intent="primary" icon={<Duplicate size={14} />} obstacle={code ? undefined : 'There is no code yet.'} text="Copy" onClick={() => void copyText(code?.code ?? '', labels[language])} /></>} />
      </Dialog>
      {saving && code && <SaveSnippet name={`${titleOf(endpoint)} in ${labels[language]}`} language={languageOfCode[language]} code={code.code} onClose={() => setSaving(false)} />}
    </>
  );
}
