import { EditorView } from '@codemirror/view';
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setHost } from '../../../../renderer/api/host.ts';
import { CodeEditor } from '../../../../renderer/components/json-editor/code-editor.tsx';
import { memoryHost } from '../memory-host.ts';

beforeEach(() => setHost(memoryHost()));
afterEach(cleanup);

const view = (container: HTMLElement) => EditorView.findFromDOM(container.querySelector('.code-editor')!.shadowRoot!.querySelector<HTMLElement>('.cm-editor')!)!;
const type = (editor: EditorView, text: string) => editor.dispatch({ changes: { from: editor.state.doc.length, insert: text } });

test('keeps what is typed while the page is still at an earlier key', () => {
  const told: string[] = [];
  const editor = (value: string) => <CodeEditor language="text" label="Text" value={value} onChange={(text) => told.push(text)} />;
  const { container, rerender } = render(editor(''));
  const typed = view(container);
  type(typed, 'a');
  type(typed, 'b');
  rerender(editor('a'));
  expect(typed.state.doc.toString()).toBe('ab');
  type(typed, 'c');
  rerender(editor('ab'));
  rerender(editor('abc'));
  expect(typed.state.doc.toString()).toBe('abc');
  expect(told).toEqual(['a', 'ab', 'abc']);
});

test('takes a value from outside, and goes back to one that was typed before', () => {
  const editor = (value: string) => <CodeEditor language="text" label="Text" value={value} />;
  const { container, rerender } = render(editor('start'));
  const typed = view(container);
  type(typed, '!');
  rerender(editor('start!'));
  rerender(editor('start'));
  expect(typed.state.doc.toString()).toBe('start');
  rerender(editor('else'));
  expect(typed.state.doc.toString()).toBe('else');
});
