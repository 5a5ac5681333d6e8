import type { Locator, Page } from '@playwright/test';

/** The form of a new thing, or of one that is edited. */
export interface FormPage {
  readonly field: (label: string) => Locator;
  /** What is wrong with a field, said below it. */
  readonly problem: (text: string) => Locator;
  /** The tab that shows the form as JSON. */
  readonly jsonTab: Locator;
  readonly formTab: Locator;
  readonly twin: Locator;
  /** Why the last save failed. */
  readonly failure: Locator;
  /** Takes up the draft that is offered. */
  readonly restoreDraft: Locator;
}

export function formPage(page: Page): FormPage {
  const main = page.getByRole('main');
  return {
    // What belongs to a field, such as its reveal button or a line of its table, may begin with the same word.
    field: (label) => main.getByLabel(label).and(page.locator('[id^="field-"]')),
    problem: (text) => main.getByRole('alert').filter({ hasText: text }),
    jsonTab: main.getByRole('tab', { name: 'JSON' }),
    formTab: main.getByRole('tab', { name: 'Form' }),
    twin: main.getByRole('textbox', { name: / as JSON$/ }),
    failure: main.getByRole('alert').filter({ hasText: 'What you typed is still here.' }),
    restoreDraft: main.getByRole('button', { name: 'Restore draft' }),
  };
}
