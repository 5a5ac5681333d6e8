/** Every action with a name: its words in the palette and on the help sheet, and the keys it has unless the user sets others. */

/** Where a command can be given: its page binds it with `useCommand` while it is there. */
export type Context = 'everywhere' | 'list' | 'detail' | 'form' | 'request';

export interface Command {
  readonly title: string;
  readonly context: Context;
  /** `Mod` is Cmd on a Mac, else Ctrl. The first is shown; others serve where a browser keeps the first for itself. */
  readonly keys: readonly string[];
}

export const commands = {
  'palette.open': { title: 'Search screens, actions and rows', context: 'everywhere', keys: ['Mod+K', 'Mod+P'] },
  'help.keys': { title: 'Show keyboard shortcuts', context: 'everywhere', keys: ['?'] },
  'panel.toggle': { title: 'Show or hide the panel', context: 'everywhere', keys: ['Mod+J'] },
  'panel.activity': { title: 'Show activity in the panel', context: 'everywhere', keys: [] },
  'panel.problems': { title: 'Show problems in the panel', context: 'everywhere', keys: ['Mod+Shift+M'] },
  'inspector.toggle': { title: 'Show or hide the inspector', context: 'everywhere', keys: ['Mod+I'] },
  'scope.switch': { title: 'Switch tenant or environment', context: 'everywhere', keys: ['Mod+Shift+E'] },
  'tab.new': { title: 'Open a new tab', context: 'everywhere', keys: ['Mod+T', 'Alt+T'] },
  'tab.close': { title: 'Close the tab', context: 'everywhere', keys: ['Mod+W', 'Alt+W'] },
  'tab.reopen': { title: 'Reopen the closed tab', context: 'everywhere', keys: ['Mod+Shift+T', 'Alt+Shift+T'] },
  'tab.next': { title: 'Go to the next tab', context: 'everywhere', keys: ['Ctrl+Tab', 'Alt+.'] },
  'tab.previous': { title: 'Go to the previous tab', context: 'everywhere', keys: ['Ctrl+Shift+Tab', 'Alt+,'] },
  'tab.left': { title: 'Move the tab left', context: 'everywhere', keys: ['Mod+Shift+PageUp'] },
  'tab.right': { title: 'Move the tab right', context: 'everywhere', keys: ['Mod+Shift+PageDown'] },
  'page.pin': { title: 'Pin or unpin this page', context: 'everywhere', keys: ['Mod+D'] },
  'page.copyLink': { title: 'Copy a link to this page', context: 'everywhere', keys: ['Mod+Shift+C'] },
  'go.back': { title: 'Go back', context: 'everywhere', keys: ['Alt+Left'] },
  'go.forward': { title: 'Go forward', context: 'everywhere', keys: ['Alt+Right'] },
  'go.home': { title: 'Go to Home', context: 'everywhere', keys: ['Alt+1'] },
  'go.agents': { title: 'Go to Agents', context: 'everywhere', keys: ['Alt+2'] },
  'go.workflows': { title: 'Go to Workflows', context: 'everywhere', keys: ['Alt+3'] },
  'go.apis': { title: 'Go to APIs', context: 'everywhere', keys: ['Alt+4'] },
  'go.dags': { title: 'Go to DAGs', context: 'everywhere', keys: ['Alt+5'] },
  'go.connectors': { title: 'Go to Connectors', context: 'everywhere', keys: ['Alt+6'] },
  'go.workspaces': { title: 'Go to Workspaces', context: 'everywhere', keys: ['Alt+7'] },
  'go.documents': { title: 'Go to Documents', context: 'everywhere', keys: ['Alt+8'] },
  'go.admin': { title: 'Go to Admin', context: 'everywhere', keys: ['Alt+9'] },
  'go.activity': { title: 'Go to Activity', context: 'everywhere', keys: ['Alt+0'] },
  'go.settings': { title: 'Go to Settings', context: 'everywhere', keys: ['Mod+,'] },
  'theme.light': { title: 'Use the light theme', context: 'everywhere', keys: [] },
  'theme.dark': { title: 'Use the dark theme', context: 'everywhere', keys: [] },
  'theme.contrast': { title: 'Use the high-contrast theme', context: 'everywhere', keys: [] },
  'theme.system': { title: 'Use the theme of the system', context: 'everywhere', keys: [] },
  'density.toggle': { title: 'Switch between compact and comfortable rows', context: 'everywhere', keys: [] },
  'zoom.in': { title: 'Make everything larger', context: 'everywhere', keys: ['Mod+=', 'Mod++'] },
  'zoom.out': { title: 'Make everything smaller', context: 'everywhere', keys: ['Mod+-'] },
  'zoom.reset': { title: 'Show everything at 100 %', context: 'everywhere', keys: ['Mod+0'] },
  'guard.toggle': { title: 'Turn the read-only guard on or off', context: 'everywhere', keys: [] },
  'platform.restart': { title: 'Restart the embedded platform', context: 'everywhere', keys: [] },
  'activity.export': { title: 'Export activity as HAR', context: 'everywhere', keys: [] },
  'session.signOut': { title: 'Sign out', context: 'everywhere', keys: [] },
  'list.new': { title: 'New', context: 'list', keys: ['n'] },
  'list.filter': { title: 'Filter', context: 'list', keys: ['/'] },
  'list.next': { title: 'Next row', context: 'list', keys: ['j', 'Down'] },
  'list.previous': { title: 'Previous row', context: 'list', keys: ['k', 'Up'] },
  'list.peek': { title: 'Peek at the row', context: 'list', keys: ['Space'] },
  'list.open': { title: 'Open the row', context: 'list', keys: ['Enter'] },
  'list.select': { title: 'Select the row', context: 'list', keys: ['x'] },
  'list.selectAll': { title: 'Select all that match', context: 'list', keys: ['Mod+A'] },
  'list.edit': { title: 'Edit the row', context: 'list', keys: ['e'] },
  'list.copy': { title: 'Copy rows as JSON', context: 'list', keys: ['Mod+C'] },
  'list.remove': { title: 'Delete, with undo', context: 'list', keys: ['Delete'] },
  'list.removeNow': { title: 'Delete at once', context: 'list', keys: ['Shift+Delete'] },
  'list.refresh': { title: 'Refresh', context: 'list', keys: ['r'] },
  'apis.import': { title: 'Import an API', context: 'list', keys: ['i'] },
  'apis.export': { title: 'Export the API', context: 'detail', keys: [] },
  'apis.clone': { title: 'Clone the API', context: 'detail', keys: [] },
  'sync.accept': { title: 'Accept the change of the document', context: 'list', keys: ['a'] },
  'sync.skip': { title: 'Skip the change of the document', context: 'list', keys: ['s'] },
  'code.generate': { title: 'Generate code for the request', context: 'detail', keys: [] },
  'workflow.run': { title: 'Run the composer workflow', context: 'detail', keys: ['Mod+Enter'] },
  'endpoints.toggle': { title: 'Enable or disable endpoints', context: 'list', keys: ['t'] },
  'users.issueToken': { title: 'Issue a token for the user', context: 'list', keys: ['Shift+T'] },
  'dags.trigger': { title: 'Trigger a run of the DAG', context: 'list', keys: ['Mod+Enter'] },
  'dags.pause': { title: 'Pause the DAG', context: 'list', keys: ['p'] },
  'dags.resume': { title: 'Resume the DAG', context: 'list', keys: ['Shift+P'] },
  'detail.edit': { title: 'Edit', context: 'detail', keys: ['e'] },
  'detail.remove': { title: 'Delete, with undo', context: 'detail', keys: ['Delete'] },
  'form.save': { title: 'Save', context: 'form', keys: ['Mod+S'] },
  'request.send': { title: 'Send the request', context: 'request', keys: ['Mod+Enter'] },
  'request.test': { title: 'Send the request as a test', context: 'request', keys: ['Mod+Shift+Enter'] },
  'request.cancel': { title: 'Cancel the request', context: 'request', keys: ['Escape', 'Mod+.'] },
  'answer.search': { title: 'Search the answer', context: 'request', keys: ['Mod+F'] },
  'form.cancel': { title: 'Leave the form', context: 'form', keys: ['Escape'] },
} as const satisfies Record<string, Command>;

export type CommandId = keyof typeof commands;

export const commandIds = Object.keys(commands) as CommandId[];
export const commandOf = (id: CommandId): Command => commands[id];
export const isCommand = (id: string): id is CommandId => Object.hasOwn(commands, id);
