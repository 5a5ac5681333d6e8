import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { RequestTests } from '../../../../../renderer/areas/apis/request-tests.tsx';
import type { Values } from '../../../../../renderer/state/list-entity.ts';

afterEach(cleanup);

const docs = { responses: { 200: { description: 'it', content: { 'application/json': { schema: { type: 'object' } } } } } };

function shown(docsOf: unknown, first: readonly Values[] = []) {
  const changes: (readonly Values[])[] = [];
  function Form() {
    const [tests, setTests] = useState(first);
    const change = (next: readonly Values[]) => {
      changes.push(next);
      setTests(next);
    };
    return <RequestTests value={tests} docs={docsOf} assertions={[]} onChange={change} onRun={() => undefined} toRun={undefined} />;
  }
  render(<Form />);
  return () => changes.at(-1)!;
}

describe('the tests of a request', () => {
  it('add one by the document, once, where it describes a body', () => {
    const tests = shown(docs);
    fireEvent.click(screen.getByRole('button', { name: 'Add test by the document' }));
    expect(tests()).toEqual([{ name: 'The body is as the document says', source: 'body', comparison: 'schema' }]);
    expect(screen.getByRole('button', { name: 'Add test by the document' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByText('Say what is expected')).toBeNull();
  });

  it('go on with the one that was chosen from the menu', async () => {
    shown(docs);
    fireEvent.click(screen.getByRole('button', { name: 'Add a test' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'The status is 200' }));
    const name = screen.getByRole('textbox', { name: 'Name of The status is 200' });
    await expect.poll(() => screen.queryByRole('menu')).toBeNull();
    await expect.poll(() => document.activeElement).toBe(name);
  });

  it('have nothing to add by a document that describes no body', () => {
    shown({ responses: { 204: { description: 'nothing' } } });
    expect(screen.queryByRole('button', { name: 'Add test by the document' })).toBeNull();
  });

  it('take a schema, or nothing for the one of the document', () => {
    const tests = shown(docs, [{ name: 'it', source: 'body', comparison: 'schema' }]);
    const expected = screen.getByRole('textbox', { name: 'What it expects' });
    fireEvent.change(expected, { target: { value: '{"type": "object"}' } });
    expect(tests()[0]).toMatchObject({ expected: { type: 'object' } });
    fireEvent.change(expected, { target: { value: '' } });
    expect(tests()[0]!['expected']).toBeUndefined();
  });
});
