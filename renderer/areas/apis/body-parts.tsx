import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useState } from 'react';
import { BodyFile } from './body-file.tsx';
import { isFile, partsOf, type Part } from './request-body.ts';

interface BodyPartsProps {
  readonly content: unknown;
  readonly onChange: (parts: readonly Part[]) => void;
}

interface Line {
  readonly key: number;
  readonly part: Part;
}

let lastKey = 0;
const line = (part: Part): Line => {
  lastKey += 1;
  return { key: lastKey, part };
};
const blank = (): Line => line({ name: '', value: '' });
const isBlank = ({ part }: Line) => part.name === '' && !isFile(part) && (part.value ?? '') === '';

/** The parts of a form: texts and files, in lines, with an empty one at the end in which the next is typed. */
export function BodyParts({ content, onChange }: BodyPartsProps) {
  const [sent, setSent] = useState(content);
  const [lines, setLines] = useState<readonly Line[]>(() => [...partsOf(content).map(line), blank()]);
  // What stands here goes on as it was typed, until the content changes from elsewhere.
  if (content !== sent) {
    setSent(content);
    setLines([...partsOf(content).map(line), blank()]);
  }
  const take = (next: readonly Line[]) => {
    const last = next.at(-1);
    setLines(last && isBlank(last) ? next : [...next, blank()]);
    const parts = next.filter(({ part }) => part.name !== '').map(({ part }) => part);
    setSent(parts);
    onChange(parts);
  };
  const change = (key: number, part: Part) => take(lines.map((one) => (one.key === key ? { key, part } : one)));
  return (
    <ul className="body-parts" aria-label="Form fields">
      {lines.map(({ key, part }, at) => {
        const which = part.name || 'new field';
        return (
          <li key={key}>
            <InputGroup size="small" aria-label={`Name of ${which}`} placeholder="New field" value={part.name} onValueChange={(name) => change(key, { ...part, name })} />
            <HTMLSelect
              aria-label={`Kind of ${which}`} value={isFile(part) ? 'file' : 'text'}
              onChange={({ currentTarget }) => change(key, currentTarget.value === 'file' ? { name: part.name, filename: '', content: '' } : { name: part.name, value: '' })}
            >
              <option value="text">Text</option>
              <option value="file">File</option>
            </HTMLSelect>
            {isFile(part)
              ? <BodyFile label={`File of ${which}`} file={part} onChoose={(file) => change(key, { name: part.name || 'file', ...file })} />
              : <InputGroup size="small" aria-label={`Value of ${which}`} placeholder="Value" value={part.value ?? ''} onValueChange={(value) => change(key, { ...part, value })} />}
            <Button
              size="small" variant="minimal" icon={<Cross size={12} />} aria-label={`Remove ${which}`} disabled={isBlank({ key, part }) && at === lines.length - 1}
              onClick={() => take(lines.filter((one) => one.key !== key))}
            />
          </li>
        );
      })}
    </ul>
  );
}
