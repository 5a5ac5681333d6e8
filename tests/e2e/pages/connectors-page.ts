import type { Locator, Page } from '@playwright/test';

/** The review of a change of many endpoints: what would change from what to what, then the result of each. */
export interface ReviewDialog {
  readonly dialog: Locator;
  readonly list: Locator;
  readonly line: (path: string) => Locator;
  readonly filter: Locator;
  readonly apply: Locator;
  readonly close: Locator;
  /** Chooses an open API whose endpoints this is about. */
  readonly chooseApi: (name: string) => Promise<void>;
}

export function reviewDialog(page: Page, title: string | RegExp): ReviewDialog {
  const dialog = page.getByRole('dialog', { name: title });
  const list = dialog.getByRole('listbox', { name: 'What would change' });
  return {
    dialog,
    list,
    line: (path) => list.getByRole('option').filter({ has: page.getByText(path, { exact: true }) }),
    filter: dialog.getByRole('searchbox', { name: 'Filter endpoints' }),
    apply: dialog.getByRole('button', { name: /^Change [\d,]+ endpoints?$/ }),
    // The cross in the title is called so, too, and has no text.
    close: dialog.getByRole('button', { name: 'Close', exact: true }).filter({ hasText: 'Close' }),
    chooseApi: (name) => dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check({ force: true }),
  };
}

/** A code editor by its label, with what stands in it. */
export function codeEditor(page: Page, label: string) {
  const editor = page.getByRole('textbox', { name: label, exact: true });
  return {
    editor,
    async write(text: string) {
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
  };
}

/** An OpenAPI document with so many paths, one GET and every tenth a POST besides. */
export function documentOf(title: string, paths: number): string {
  const operation = (method: string, at: number) => ({
    operationId: `${method}Item${at}`, summary: `${method === 'get' ? 'Read' : 'Make'} item ${at}`, tags: [`group ${at % 5}`],
    parameters: [{ name: 'limit', in: 'query', description: 'How many at most.', schema: { type: 'integer', minimum: 1 } }],
    ...(method === 'post' ? { requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } } } } : {}),
    responses: { 200: { description: 'As it is now', content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } } } },
  });
  const path = (at: number) => [`/items/${at}`, { get: operation('get', at), ...(at % 10 === 0 ? { post: operation('post', at) } : {}) }] as const;
  return JSON.stringify({
    openapi: '3.1.0', info: { title, version: '2.4', description: 'Items of all kinds.' }, servers: [{ url: 'https://items.example.com/v2' }],
    paths: Object.fromEntries(Array.from({ length: paths }, (_, at) => path(at))),
  });
}
