import { describe, expect, it } from 'vitest';
import { changeInput } from '../../../../renderer/state/list-entity.ts';

describe('what a call about one row takes', () => {
  const snippet = { id: 's1', tenant_id: 't1', snippet_name: 'before', code: 'old', language: 'sql' };

  it('changes fields that the call requires, which would name the row otherwise [C-051][R-008]', () => {
    expect(changeInput('codeSnippets', 'update', snippet, { snippet_name: 'after', code: 'new' })).toEqual({ id: 's1', tenant_id: 't1', snippet_name: 'after', code: 'new' });
    expect(changeInput('codeSnippets', 'update', snippet, { language: 'go' })).toMatchObject({ snippet_name: 'before', code: 'old', language: 'go' });
  });

  it('names the row by its address, whatever the values say', () => {
    const pair = { id: 'x', gen_agent_id: 'a1', agent_tool_id: 't1' };
    expect(changeInput('agentToolsXref', 'update', pair, { gen_agent_id: 'a2', additional_config: {} })).toMatchObject({ gen_agent_id: 'a1', agent_tool_id: 't1', additional_config: {} });
  });
});
