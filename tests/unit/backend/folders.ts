import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { SettingsStore } from '../../../electron/backend/settings.ts';

/** A folder of this test's own, gone when it is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function memorySettings(initial: Record<string, unknown> = {}): SettingsStore {
  const values = new Map(Object.entries(initial));
  return { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) };
}
