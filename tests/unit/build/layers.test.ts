import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sourceFiles, violations } from '../../../build/layers.ts';

const check = (file: string, source: string) => violations(new Map([[file, source]])).map(({ why }) => why);

describe('layers', () => {
  it('hold in the sources', () => {
    const files = sourceFiles(fileURLToPath(new URL('../../..', import.meta.url)));
    expect(files.size).toBeGreaterThan(30);
    expect(violations(files)).toEqual([]);
  });

  it.each([
    ['a static import', `import { a } from '../areas/home.tsx';`],
    ['a type import', `import type { A } from '../areas/home.tsx';`],
    ['a dynamic import', `const a = () => import('../areas/home.tsx');`],
    ['an import of a type', `type A = import('../areas/home.tsx').A;`],
    ['a re-export', `export { a } from '../areas/home.tsx';`],
    ['a re-export of everything', `export * from '../areas/home.tsx';`],
  ])('refuse %s that leads upwards', (_what, source) => {
    expect(check('renderer/state/a.ts', source)).toEqual(['renderer/state may not know renderer/areas']);
  });

  it.each([
    ['electron/platform/a.ts', `import '../backend/a.ts';`],
    ['electron/execution/a.ts', `import '../platform/a.ts';`],
    ['electron/backend/a.ts', `import '../main/a.ts';`],
    ['electron/web/a.ts', `import '../platform/a.ts';`],
    ['shared/a.ts', `import '../electron/backend/a.ts';`],
    ['renderer/app/a.ts', `import '../../electron/backend/a.ts';`],
    ['renderer/api/a.ts', `import '../../tests/a.ts';`],
  ])('keep %s from %s', (file, source) => {
    expect(check(file, source)).toHaveLength(1);
  });

  it.each([
    ['electron/web/a.ts', 'electron'],
    ['electron/backend/a.ts', 'keytar'],
    ['electron/backend/session.ts', 'axios'],
    ['electron/platform/a.ts', 'axios/lib/x'],
    ['electron/backend/a.ts', 'electron-store'],
    ['renderer/api/a.ts', 'electron'],
  ])('give %s no import of %s', (file, name) => {
    expect(check(file, `import x from '${name}';`)).toHaveLength(1);
  });

  it('keep what is heavy out of threads, however far the way to it', () => {
    const through = (second: string) => violations(new Map([
      ['electron/platform/a-worker.ts', `import { b } from './b.ts';`],
      ['electron/platform/b.ts', `export { c } from './c.ts';`],
      ['electron/platform/c.ts', second],
    ]));
    expect(through(`import { z } from 'zod';`)).toEqual([{ file: 'electron/platform/a-worker.ts', imports: 'zod', why: 'it would start slowly (by way of b.ts > c.ts)' }]);
    expect(through(`import type { z } from 'zod'; const later = () => import('zod');`)).toEqual([]);
  });

  it('allow what the tables say', () => {
    expect(check('electron/main/a.ts', `import { app } from 'electron'; import { b } from '../hosting/b.ts';`)).toEqual([]);
    expect(check('electron/backend/keychain.ts', `const load = () => import('keytar');`)).toEqual([]);
    expect(check('renderer/app/a.tsx', `import { z } from 'zod'; import type { R } from '../../shared/rpc.ts';`)).toEqual([]);
  });
});
