import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionSource } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { xml } from '@codemirror/lang-xml';
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { linter, lintGutter, lintKeymap, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { belongsToField, chordOf } from '../../state/keymap.ts';
import { host } from '../../api/client.ts';
import { codeLanguage, type CodeLanguageName } from './code-language.ts';
import type { Completer } from './completer.ts';
import { graphql } from './graphql.ts';
import { jsonProblem } from './json-problem.ts';

export interface CodeEditorProps {
  readonly value: string;
  readonly onChange?: ((text: string) => void) | undefined;
  readonly language: 'json' | 'xml' | 'graphql' | 'text' | CodeLanguageName;
  /** What is edited, for screen readers. */
  readonly label: string;
  readonly readOnly?: boolean;
  /** Height of the empty editor, in lines. */
  readonly lines?: number;
  /** What whoever knows the text finds wrong with it, by the offset at which it stands. */
  readonly problems?: readonly { readonly offset: number; readonly message: string }[] | undefined;
  /** What is offered while something is typed. */
  readonly complete?: Completer | undefined;
}

/** Colours are the app's tokens, which reach into the shadow tree, so that every theme does. */
const look = EditorView.theme({
  '&': { fontSize: '12px', backgroundColor: 'var(--tr-surface)', color: 'var(--tr-text)', border: '1px solid var(--tr-border-strong)', borderRadius: '4px' },
  '&.cm-focused': { outline: '2px solid var(--tr-focus)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--tr-mono)', lineHeight: '1.5', maxHeight: 'var(--code-editor-height, 480px)', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--tr-sunken)', color: 'var(--tr-muted)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--tr-hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--tr-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--tr-chosen)' },
  '.cm-panels, .cm-tooltip': { backgroundColor: 'var(--tr-surface)', color: 'var(--tr-text)', border: '1px solid var(--tr-border)' },
});
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.attributeName, tags.variableName], color: 'var(--tr-blue)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--tr-green)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.tagName], color: 'var(--tr-violet)' },
  { tag: [tags.comment, tags.processingInstruction], color: 'var(--tr-muted)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: 'var(--tr-muted)' },
]);

function lintJson(view: EditorView): Diagnostic[] {
  const text = view.state.doc.toString();
  const problem = text.trim() === '' ? undefined : jsonProblem(text);
  return problem ? [{ from: problem.offset, to: Math.min(text.length, problem.offset + 1), severity: 'error', message: problem.message }] : [];
}

const noProblems: NonNullable<CodeEditorProps['problems']> = [];

/** Marks each problem from where it stands to the end of its line. */
const judgeOf = (problems: NonNullable<CodeEditorProps['problems']>): Extension => (problems.length === 0 ? [] : linter(({ state: { doc } }) => problems.map(({ offset, message }): Diagnostic => {
  const from = Math.min(doc.length, Math.max(0, offset));
  return { from, to: doc.lineAt(from).to, severity: 'warning', message };
}), { delay: 0 }));

/** Mod+Enter sends what is edited, and so is the page's. */
const editing = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');
const judging = new Compartment();
const fromOutside = Annotation.define<boolean>();
const tools: Readonly<Record<CodeEditorProps['language'], Extension>> = {
  json: [json(), linter(lintJson, { delay: 200 }), lintGutter(), foldGutter()],
  xml: [xml(), foldGutter()],
  graphql,
  text: [],
  javascript: codeLanguage('javascript'),
  typescript: codeLanguage('typescript'),
  python: codeLanguage('python'),
  go: codeLanguage('go'),
  shell: codeLanguage('shell'),
  sql: codeLanguage('sql'),
  yaml: codeLanguage('yaml'),
};

/** Asks whoever knows what can stand here, at the caret. */
const sourceOf = (completer: () => Completer | undefined): CompletionSource => (context) => {
  const ask = completer();
  if (!ask || (!context.explicit && !context.matchBefore(/["\w{]$/))) return null;
  const text = context.state.doc.toString();
  const found = ask(text.slice(0, context.pos), text.slice(context.pos));
  if (!found) return null;
  const options = found.offers.map(({ label, insert, kind, detail, info, boost }) => ({
    label, detail, type: kind, ...(info === undefined ? {} : { info }), ...(boost === undefined ? {} : { boost }),
    apply: (view: EditorView) => view.dispatch({ changes: { from: found.from, to: found.to, insert }, selection: { anchor: found.from + caretIn(insert) }, userEvent: 'input.complete' }),
  }));
  return { from: found.from, options };
};

/** Between the brackets or quotes with which a text ends, else behind it. */
const caretIn = (text: string) => (/(?:""|\{\}|\[\])$/.test(text) ? text.length - 1 : text.length);

/** What is typed over marked text is put in here: the browser would keep the old look by inline style, which the content policy refuses. */
const typingOver = EditorView.domEventHandlers({
  beforeinput({ data, inputType }, view) {
    if (inputType !== 'insertText' || data === null || view.state.readOnly) return false;
    // The browser tells of what was marked a little later; what is typed at once after the marking means it all the same.
    view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
    const { from, to, empty } = view.state.selection.main;
    if (empty) return false;
    const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    if (!view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

/**
 * CodeMirror in a shadow tree, where its styles are constructed sheets: a strict content policy allows those, and no style
 * elements. Keys that belong to a text field end here, because the page sees only the element around the tree.
 */
export function CodeEditor({ value, onChange, language, label, readOnly = false, lines = 4, complete, problems = noProblems }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const latest = useRef({ value, onChange, complete, problems });
  // What was told and has not come back as the value yet: typing may be ahead of the page by more than one key.
  const told = useRef<string[]>([]);
  useEffect(() => {
    latest.current = { value, onChange, complete, problems };
  });

  useEffect(() => {
    const element = place.current!;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(), history(), drawSelection(), bracketMatching(), closeBrackets(), indentOnInput(), highlightActiveLine(), highlightSelectionMatches(), typingOver, tools[language], judging.of(judgeOf(latest.current.problems)),
          autocompletion({ override: [sourceOf(() => latest.current.complete)] }),
          syntaxHighlighting(colours), look, EditorView.lineWrapping,
          EditorView.theme({ '.cm-content': { minHeight: `${lines * 1.5 + 0.5}em` } }),
          keymap.of([...closeBracketsKeymap, ...editing, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', ...(readOnly ? { 'aria-readonly': 'true' } : {})}),
          EditorState.readOnly.of(readOnly),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || update.transactions.some((transaction) => transaction.annotation(fromOutside))) return;
            const text = update.state.doc.toString();
            told.current.push(text);
            // React does not see which event this is within the shadow tree, and would draw it later than a Ctrl+S that follows at once.
            flushSync(() => latest.current.onChange?.(text));
          }),
        ],
      }),
    });
    editor.current = view;
    const hold = (event: KeyboardEvent) => {
      const chord = chordOf(event, host.capabilities.os);
      if (chord !== null && belongsToField(chord)) event.stopPropagation();
    };
    element.addEventListener('keydown', hold);
    return () => {
      element.removeEventListener('keydown', hold);
      view.destroy();
      editor.current = null;
    };
  }, [language, label, readOnly, lines]);

  useEffect(() => {
    const view = editor.current;
    const at = told.current.lastIndexOf(value);
    told.current.splice(0, at < 0 ? told.current.length : at + 1);
    if (!view || at >= 0 || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value }, annotations: fromOutside.of(true) });
  }, [value]);

  const said = JSON.stringify(problems);
  useEffect(() => {
    const found = JSON.parse(said) as NonNullable<CodeEditorProps['problems']>;
    editor.current?.dispatch({ effects: judging.reconfigure(judgeOf(found)) });
  }, [said]);

  return <div ref={place} className="code-editor" />;
}
