import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Three suites that need no browser: `unit` mirrors the sources, `contract` loops over tables, `integration` is over the wire. */
export default defineConfig({
  root,
  plugins: [react()],
  test: {
    // Left to itself it leaves a processor free, and much of what the tests do is to wait.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 60_000, // for a machine with other work: a test that hangs still ends
    expect: { poll: { timeout: 10_000 } }, // for the same: a second is too short where others have the processor
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.ts'], environment: 'node' } },
      { extends: true, test: { name: 'renderer', include: ['tests/unit/renderer/**/*.test.tsx'], environment: 'jsdom', setupFiles: ['tests/unit/renderer/patience.ts'] } },
      { extends: true, test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], environment: 'node' } },
      { extends: true, test: { name: 'integration', include: ['tests/integration/**/*.test.ts'], environment: 'node', testTimeout: 90_000, hookTimeout: 90_000 } },
    ],
  },
});
