import { lazy, Suspense, useMemo } from 'react';
import { Loading } from '../loading.tsx';
import type { CodeEditorProps } from './code-editor.tsx';
import { hasEndlessLine, LargeText } from './large-text.tsx';

const CodeEditor = lazy(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }));

/** An editor for code and JSON, loaded when the first one is shown. */
export function Editor(props: CodeEditorProps) {
  const { value, label } = props;
  const isTooLarge = useMemo(() => hasEndlessLine(value), [value]);
  if (isTooLarge) return <LargeText text={value} label={label} />;
  return (
    <Suspense fallback={<Loading label="Loading the editor" />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
