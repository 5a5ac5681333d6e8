import { FormGroup, HTMLSelect } from '@blueprintjs/core';
import { snippetLanguages } from '../../../shared/contract/snippets.ts';
import { Editor } from '../../components/json-editor/editor.tsx';
import { FieldOf } from '../../components/resource/resource-form.tsx';
import type { Form } from '../../components/resource/use-form.ts';
import { textOf } from '../../state/list-order.ts';
import { languageLabels, languageOf } from './snippet-language.ts';
import './connectors.css';

/** The fields of a code snippet: the code is written in the colours of its language. */
export function SnippetFields({ form, group }: { readonly form: Form; readonly group: string }) {
  const language = textOf(form.values['language']);
  const problem = form.problems['code'];
  const known = (snippetLanguages as readonly string[]).includes(language);
  return (
    <div className="form-fields">
      <FieldOf form={form} group={group} name="snippet_name" />
      <FormGroup label="Language" labelFor="field-language">
        <HTMLSelect id="field-language" value={language} onChange={(event) => form.setValue('language', event.currentTarget.value || null)}>
          <option value="">Not said</option>
          {!known && language !== '' && <option value={language}>{language}</option>}
          {snippetLanguages.map((name) => <option key={name} value={name}>{languageLabels[name]}</option>)}
        </HTMLSelect>
      </FormGroup>
      <FormGroup label="Code" labelInfo="(required)" intent={problem ? 'danger' : 'none'} helperText={problem && <span className="form-problem" role="alert">{problem}</span>}>
        <Editor language={languageOf(language)} label="Code" lines={14} value={textOf(form.values['code'])} onChange={(code) => form.setValue('code', code)} />
      </FormGroup>
      <FieldOf form={form} group={group} name="tags" />
      <FieldOf form={form} group={group} name="snippet_description" />
      <FieldOf form={form} group={group} name="is_public" />
    </div>
  );
}
