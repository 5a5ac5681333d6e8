import { Add, Duplicate } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { snippetLanguages } from '../../../shared/contract/snippets.ts';
import type { Row } from '../../../shared/contract/entity.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Editor } from '../../components/json-editor/editor.tsx';
import { ActionButton } from '../../components/resource/action-button.tsx';
import type { Cells, ColumnValues } from '../../components/resource/columns.ts';
import { copyText } from '../../components/resource/copy-rows.ts';
import { ResourceDetailPage } from '../../components/resource/resource-detail-page.tsx';
import { ResourcePage } from '../../components/resource/resource-page.tsx';
import { ValueFilter } from '../../components/resource/value-filter.tsx';
import { pathOf } from '../../state/areas.ts';
import { useCommand } from '../../state/commands.ts';
import { titleOf } from '../../state/list-entity.ts';
import { textOf } from '../../state/list-order.ts';
import { useObstacle } from '../../state/list-permission.ts';
import { useList } from '../../state/lists.ts';
import { goTo } from '../../state/navigation.ts';
import { SnippetFields } from './snippet-fields.tsx';
import { languageLabel, languageLabels, languageOf } from './snippet-language.ts';
import './connectors.css';

const group = 'codeSnippets';
const copy = (row: Row) => void copyText(textOf(row['code']), titleOf(row));
const copyAction = { text: 'Copy code', icon: <Duplicate size={14} />, command: 'snippet.copy', obstacle: undefined, single: true, run: ([row]: readonly Row[]) => row && copy(row) } as const;

const cells: Cells = { language: (row) => languageLabel(row['language']) };
const values: ColumnValues = { language: (row) => languageLabel(row['language']) };

/** Pieces of code that the tenant keeps: found by language, tag, and any word in them. */
export function SnippetsPage() {
  const toCreate = useObstacle(group, 'create');
  const { data } = useList(source);
  const tags = useMemo(() => [...new Set(data.flatMap((row) => (Array.isArray(row['tags']) ? row['tags'].map(textOf) : [])))].toSorted((a, b) => a.localeCompare(b)), [data]);
  return (
    <ResourcePage
      group={group} cells={cells} columnValues={values} rowActions={[copyAction]}
      filters={
        <>
          <ValueFilter group={group} field="language" label="Language" all="All languages" options={snippetLanguages.map((name) => languageLabels[name])} />
          <ValueFilter group={group} field="tags" label="Tag" all="All tags" options={tags} />
        </>
      }
      empty={
        <EmptyState
          icon={<Add size={24} />} title="No code snippets yet" text="A snippet is a piece of code to use again. The code that sends a request can be saved as one, too: open an endpoint, then its code."
          actions={<ActionButton intent="primary" obstacle={toCreate} text="Create a code snippet" onClick={() => goTo(`${pathOf(group)}/new`)} />}
        />
      }
    />
  );
}

const source = { group } as const;

export function SnippetPage() {
  return <ResourceDetailPage group={group} Overview={Overview} Fields={SnippetFields} Actions={Copy} />;
}

function Copy({ row }: { readonly row: Row }) {
  useCommand('snippet.copy', () => copy(row));
  return <ActionButton variant="minimal" size="small" icon={copyAction.icon} obstacle={undefined} text={copyAction.text} onClick={() => copy(row)} />;
}

function Overview({ row }: { readonly row: Row }) {
  const description = textOf(row['snippet_description']);
  const tags = Array.isArray(row['tags']) ? row['tags'].map(textOf) : [];
  const code = textOf(row['code']);
  return (
    <div className="snippet-code">
      {description !== '' && <p className="request-prose">{description}</p>}
      <div className="snippet-bar">
        <strong>{languageLabel(row['language'])}</strong>
        {tags.length > 0 && <span>{tags.map((tag) => <span key={tag} className="cell-tag">{tag}</span>)}</span>}
        <span className="tr-muted">{row['is_public'] === true ? 'Everyone in the tenant may use it' : 'Not public'}</span>
        <span className="tr-muted">{lineText(code)}</span>
      </div>
      <Editor readOnly language={languageOf(row['language'])} label={`The code of ${titleOf(row)}`} lines={12} value={code} />
    </div>
  );
}

function lineText(code: string): string {
  const lines = code.split('\n').length;
  return `${lines.toLocaleString()} ${lines === 1 ? 'line' : 'lines'}`;
}
