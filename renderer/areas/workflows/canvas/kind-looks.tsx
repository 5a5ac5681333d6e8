import {
  Chat, Comment, DataLineage, Document, Endorsed, Flag, Function as FunctionIcon, GitBranch, Globe, GroupObjects, Help, Link, Play, Repeat, Search, Wrench,
} from '@blueprintjs/icons';
import type { ReactElement } from 'react';
import { kindOf, nodeKinds, type NodeGroup, type NodeType } from '../../../../shared/contract/workflow-kinds.ts';

const icons: Readonly<Record<NodeType, ReactElement>> = {
  start: <Play size={14} />, end: <Flag size={14} />, branch: <GitBranch size={14} />, loop: <Repeat size={14} />, approval: <Endorsed size={14} />, workflow: <DataLineage size={14} />,
  llm: <Chat size={14} />, prompt: <Document size={14} />, transform: <FunctionIcon size={14} />, vector_search: <Search size={14} />, endpoint: <Link size={14} />, http: <Globe size={14} />,
  tool: <Wrench size={14} />, note: <Comment size={14} />, group: <GroupObjects size={14} />,
};

/** The sign of a kind of node; a question mark where it is not known. */
export const iconOf = (type: string): ReactElement => (Object.hasOwn(icons, type) ? icons[type as NodeType] : <Help size={14} />);

export const kindTitle = (type: string): string => kindOf(type)?.title ?? `Unknown kind “${type}”`;

export const groupTitles: Readonly<Record<NodeGroup, string>> = { flow: 'Flow', model: 'Models', data: 'Data', call: 'Calls' };

export interface KindChoice {
  readonly type: NodeType;
  readonly title: string;
  readonly description: string;
  readonly group: NodeGroup;
}

/** What can be added, in the order of its groups. */
export const kindChoices: readonly KindChoice[] = (Object.keys(groupTitles) as NodeGroup[]).flatMap((group) =>
  Object.entries(nodeKinds).flatMap(([type, kind]) => (kind.group === group ? [{ type: type as NodeType, title: kind.title, description: kind.description, group }] : [])));
