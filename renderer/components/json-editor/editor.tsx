import { lazy, Suspense } from 'react';
import { Loading } from '../loading.tsx';
import type { CodeEditorProps } from './code-editor.tsx';

const CodeEditor = lazy(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }));

/** An editor for code and JSON, loaded when the first one is shown. */
export function Editor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Loading label="Loading the editor" />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
