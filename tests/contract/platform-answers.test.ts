import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../../electron/platform/start.ts';
import { toWire } from '../../shared/contract/request.ts';
import { expectedHandlers, platformCalls } from './checklist.ts';

describe('the embedded platform', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-answers-'));
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ data: folder, log: () => undefined });
  });
  afterAll(async () => {
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has a handler for every call and stream that is not for remote platforms, and for nothing else', () => {
    expect([...platform.calls].toSorted()).toEqual(expectedHandlers().toSorted());
  });

  const remoteOnly = platformCalls.filter(([, { remoteOnly: why }]) => why !== undefined);
  it.each(remoteOnly)('says of %s that it is not available yet', async (name, call) => {
    const names = Object.keys((call.input as unknown as { shape: object }).shape);
    const wire = toWire(call.request, Object.fromEntries(names.map((field) => [field, 'x'])));
    const response = await fetch(`${platform.url}${wire.path}?${new URLSearchParams(wire.query).toString()}`, {
      method: wire.method,
      headers: { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' },
      body: wire.body === undefined ? null : JSON.stringify(wire.body),
    });
    const field = call.errorFields?.[0] ?? 'error';
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 400, body: { [field]: `Not available on the embedded platform yet: ${name}` } });
  });
});
