import { areas, pathOf, placeOf, places } from '../state/areas.ts';
import { commandOf, type CommandId } from '../state/command-table.ts';
import { runCommand, runnable } from '../state/commands.ts';
import { keysOf, type Overrides } from '../state/keymap.ts';
import { goTo } from '../state/navigation.ts';
import { rememberCommand, useRecent, type Mark } from '../state/recent.ts';
import { openTab } from '../state/tabs.ts';
import { fuzzy } from '../components/fuzzy.ts';

/** One thing that the palette offers. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  /** What it is: "Screen", "Action", "Agent prompts". */
  readonly kind: string;
  readonly chord?: string | undefined;
  /** Carries it out; in a new tab where it is a place. */
  readonly run: (newTab: boolean) => void;
}

export interface Found {
  readonly entry: Entry;
  /** Which letters of the title answer the query. */
  readonly at: readonly number[];
}

export interface Hit {
  readonly group: string;
  readonly id: string;
  readonly title: string;
}

const plain = (entry: Entry): Found => ({ entry, at: [] });
const place = (path: string, title: string) => (newTab: boolean) => (newTab ? openTab(path, title) : goTo(path));

const screens: readonly Entry[] = [
  ...areas.map(({ label, path }) => ({ id: `screen ${path}`, title: label, kind: 'Area', run: place(path, label) })),
  ...places
    .filter(({ path }) => !areas.some((area) => area.path === path))
    .map(({ label, path }) => ({ id: `screen ${path}`, title: label, kind: 'Screen', run: place(path, label) })),
];

const hidden: ReadonlySet<CommandId> = new Set([
  'palette.open', 'list.next', 'list.previous', 'grid.up', 'grid.down', 'grid.left', 'grid.right', 'grid.extendUp', 'grid.extendDown', 'grid.extendLeft', 'grid.extendRight', 'grid.toggle',
]);

const actions = (overrides: Overrides): Entry[] =>
  runnable()
    .filter((id) => !hidden.has(id) && !id.startsWith('go.'))
    .map((id) => ({
      id,
      title: commandOf(id).title,
      kind: 'Action',
      chord: keysOf(id, overrides)[0],
      run: () => {
        rememberCommand(id);
        runCommand(id);
      },
    }));

const pageEntry = ({ path, title }: Mark): Entry => ({ id: `page ${path}`, title, kind: 'Recent', run: place(path, title) });

/** Rows that the cache found. */
export const rowEntries = (hits: readonly Hit[]): Found[] =>
  hits.flatMap(({ group, id, title }) => {
    const path = pathOf(group, id);
    return path === undefined ? [] : [plain({ id: `row ${path}`, title, kind: placeOf(group)?.label ?? group, run: place(path, title) })];
  });

/** Screens, actions and recent pages that answer the query, best first; without a query, what was used last comes first. */
export function findEntries(query: string, overrides: Overrides): Found[] {
  const { recent, commands } = useRecent.get();
  const acts = actions(overrides);
  if (query.trim() === '') {
    const lately = commands.flatMap((id) => acts.filter((entry) => entry.id === id)).slice(0, 5);
    const rest = acts.filter((entry) => !lately.includes(entry));
    return [...recent.slice(0, 6).map(pageEntry), ...lately, ...screens, ...rest].map(plain);
  }
  const known = new Set(screens.map(({ id }) => id));
  const pages = recent.map(pageEntry).filter(({ id }) => !known.has(id.replace('page ', 'screen ')));
  return [...pages, ...screens, ...acts]
    .flatMap((entry) => {
      const match = fuzzy(query, entry.title);
      return match ? [{ entry, at: match.at, score: match.score + (commands.includes(entry.id) || entry.kind === 'Recent' ? 3 : 0) }] : [];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 40);
}
