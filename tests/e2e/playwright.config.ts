import { defineConfig } from '@playwright/test';

const isCi = process.env['CI'] !== undefined && process.env['CI'] !== '';

/** One set of specs for both hosts: the browser host, or Electron where `TRELLIS_E2E_HOST=electron`. They run on `out/`. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  workers: 2, // each spec has an app, a folder and ports of its own
  // Again on a shared machine; `npm test` names each spec that needed it.
  retries: isCi ? 2 : 0,
  timeout: 90_000,
  forbidOnly: isCi,
  reporter: 'list',
  expect: { timeout: 15_000 },
  // Recording takes a third of a spec's time.
  use: { trace: isCi ? 'on-first-retry' : 'retain-on-failure' },
});
