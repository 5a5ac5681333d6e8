import { defineConfig } from '@playwright/test';

/** One set of specs for both hosts: the browser host, or Electron where `TRELLIS_E2E_HOST=electron`. They run on `out/`. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  workers: 1,
  retries: 0,
  timeout: 90_000,
  forbidOnly: process.env['CI'] !== undefined && process.env['CI'] !== '',
  reporter: 'list',
  expect: { timeout: 15_000 },
  use: { trace: 'retain-on-failure' },
});
