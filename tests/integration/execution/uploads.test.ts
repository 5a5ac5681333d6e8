import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childLauncher } from '../../../electron/web/launcher.ts';
import type { ExecutionResult, Upload } from '../../../shared/contract/composer.ts';
import { httpTarget, targetOf, type Target } from '../../unit/execution/target-server.ts';
import { dataOf, errorOf, startBackend } from '../backend/backend.ts';
import { spawnPlatform, type PlatformProcess } from '../platform/process.ts';
import { newFolder } from './peers.ts';

/** Files of bodies that are too large to stand in a request, through the platform as the process that it is, and by way of the backend. */

const mega = 1024 * 1024;
const folder = newFolder();
let platform: PlatformProcess;
/** Tells the digest of what it is sent, and keeps none of it. */
let target: Target;

beforeAll(async () => {
  platform = await spawnPlatform(['--data', folder, '--port', '0']);
  target = await targetOf(createServer((request, response) => {
    const hash = createHash('sha256');
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      hash.update(chunk);
      bytes += chunk.length;
    });
    request.on('end', () => response.setHeader('content-type', 'application/json').end(JSON.stringify({ bytes, sha256: hash.digest('hex'), length: request.headers['content-length'], type: request.headers['content-type'] })));
  }));
});
afterAll(async () => {
  await platform[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer<T> {
  readonly status: number;
  readonly data: T;
  readonly error?: string;
}

async function call<T>(method_name: string, data: object, { tenant_id, environment_id } = scope()): Promise<Answer<T>> {
  const { url, token } = platform.ready;
  const response = await fetch(`${url}/api/router/control_api_server/apiRouterV2`, {
    method: 'POST', body: JSON.stringify({ method_name, data: { tenant_id, environment_id, ...data } }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-tenant-id': tenant_id, 'x-environment-id': environment_id },
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer<never>, 'status'>) };
}

const scope = () => ({ tenant_id: platform.ready.tenant_id, environment_id: platform.ready.environment_id });

/** A file of so many bytes, each piece unlike the others; says its digest. */
async function upload(size: number, filename = 'disk.iso') {
  const { data: begun } = await call<Upload>('begin-upload', { filename, size });
  const hash = createHash('sha256');
  for (let offset = 0; offset < size; offset += begun.piece_bytes) {
    const piece = Buffer.alloc(Math.min(begun.piece_bytes, size - offset), offset % 251);
    hash.update(piece);
    expect(await call('write-upload', { upload_id: begun.upload_id, offset, content: piece.toString('base64') })).toMatchObject({ status: 200, data: { received: offset + piece.length } });
  }
  return { ...begun, sha256: hash.digest('hex') };
}

async function endpoint(): Promise<string> {
  const { data: { id: api_id } } = await call<{ id: string }>('create-api', { name: 'Target', server_url: target.url });
  return (await call<{ id: string }>('create-endpoint', { api_id, method: 'POST', path: '/', timeout_ms: 120_000 })).data.id;
}
const kept = () => (existsSync(join(folder, 'uploads')) ? readdirSync(join(folder, 'uploads')) : []);
const memory = (field: 'VmRSS' | 'VmHWM') => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${platform.child.pid}/status`, 'utf8'))![1]) * 1024;

describe('a file that is uploaded to the platform', () => {
  it.runIf(process.platform === 'linux')('of 300 MB goes through it while its memory stays within 150 MB more, and is gone when its run has ended [F-6]', { timeout: 240_000 }, async () => {
    const endpoint_id = await endpoint();
    await upload(5 * mega);
    writeFileSync(`/proc/${platform.child.pid}/clear_refs`, '5'); // the peak begins anew
    const before = memory('VmRSS');
    const file = await upload(300 * mega);
    const { data } = await call<ExecutionResult>('api-router-execute', { endpoint_id, body: { type: 'binary', content_type: 'application/x-iso', upload: file.upload_id } });
    expect(memory('VmHWM') - before).toBeLessThan(150 * mega);
    expect(data).toMatchObject({ status: 200, data: { bytes: 300 * mega, sha256: file.sha256, length: String(300 * mega), type: 'application/x-iso' } });
    await expect.poll(kept).not.toContain(file.upload_id);
    expect(await call('replay-execution', { execution_id: data.id })).toMatchObject({ status: 400, error: expect.stringContaining('not kept any more') as string });
  });

  it('is a part of a form, under its name without folders [X-014][F-13]', async () => {
    await using echo = await httpTarget((_, response) => void response.end('ok'));
    const { data: { id: api_id } } = await call<{ id: string }>('create-api', { name: 'Echo', server_url: echo.url });
    const { data: { id: endpoint_id } } = await call<{ id: string }>('create-endpoint', { api_id, method: 'POST', path: '/' });
    const { data: { upload_id, filename } } = await call<Upload>('begin-upload', { filename: `../../${'é'.repeat(4096)}\0`, size: 2 });
    expect(filename).toBe('é'.repeat(127));
    await call('write-upload', { upload_id, offset: 0, content: btoa('hi') });
    const body = { type: 'form-data', content: [{ name: 'a', value: 'b' }, { name: 'f', upload: upload_id, filename: '../../x.txt', content_type: 'text/plain' }] };
    expect(await call('api-router-execute', { endpoint_id, body, execution_mode: 'async' })).toMatchObject({ status: 200, data: { status: 0 } });
    await expect.poll(() => echo.requests[0]?.body, { timeout: 20_000 }).toMatch(/name="a"\r\n\r\nb\r\n.*filename="x\.txt"\r\nContent-Type: text\/plain\r\n\r\nhi\r\n/s);
    await expect.poll(kept).not.toContain(upload_id);
  });

  it('that is not there, not whole, too large, or another user’s, is not sent', async () => {
    const endpoint_id = await endpoint();
    const before = target.connections();
    const run = (upload_id: string) => call('api-router-execute', { endpoint_id, body: { type: 'binary', upload: upload_id } });
    for (const id of ['none', '../../etc/passwd', '\0']) expect(await run(id)).toMatchObject({ status: 400, error: expect.stringContaining('not kept any more') as string });
    const { data: begun } = await call<Upload>('begin-upload', { filename: 'a', size: 10 });
    expect(await run(begun.upload_id)).toMatchObject({ status: 400, error: expect.stringContaining('0 of 10 bytes') as string });
    expect(await call('begin-upload', { filename: 'a', size: 600 * mega })).toMatchObject({ status: 413 });
    const { data: { id: tenant_id } } = await call<{ id: string }>('create-tenant', { name: 'Other' });
    const other = { tenant_id, environment_id: '' };
    const { data: { id: environment_id } } = await call<{ id: string }>('create-environment', { name: 'There' }, other);
    const written = await call('write-upload', { upload_id: begun.upload_id, offset: 0, content: 'AA==' }, { tenant_id, environment_id });
    expect(written).toEqual({ status: 404, error: 'This file is not kept any more. Choose it again.' });
    expect(target.connections()).toBe(before);
  });

  it('is gone with the platform, and what one that was killed left is gone with the next', { timeout: 60_000 }, async () => {
    const own = newFolder();
    try {
      for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
        const one = await spawnPlatform(['--data', own, '--port', '0']);
        expect(existsSync(join(own, 'uploads'))).toBe(false);
        const { url, token, tenant_id, environment_id } = one.ready;
        const begun = await fetch(`${url}/api/router/control_api_server/apiRouterV2`, {
          method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify({ method_name: 'begin-upload', data: { tenant_id, environment_id, filename: 'a', size: 1 } }),
        });
        expect(begun.status).toBe(200);
        expect(readdirSync(join(own, 'uploads'))).toHaveLength(1);
        one.child.kill(signal);
        await one.exit();
      }
      expect(existsSync(join(own, 'uploads'))).toBe(false);
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });
});

describe('a file that is chosen in the app', () => {
  it('goes with runs through the platform and with those from this computer, as often as it is sent', { timeout: 120_000 }, async () => {
    const { api, deps } = await startBackend({ launcher: childLauncher(() => undefined) });
    dataOf(await api.profiles.select({ id: 'embedded' }));
    const [tenant] = dataOf(await api.tenants.list({})).rows;
    const { tenants } = dataOf(await api.session.get({}));
    const scope = { tenant_id: tenant!.id, environment_id: tenants[0]!.environments[0]!.id };
    const owner = dataOf(await api.composerApis.create({ ...scope, name: 'Target', server_url: target.url } as never)) as { id: string };
    const { id: endpoint_id } = dataOf(await api.composerEndpoints.create({ ...scope, api_id: owner.id, method: 'POST', path: '/', timeout_ms: 60_000 } as never)) as { id: string };
    const bytes = Buffer.alloc(9 * mega, 'trellis');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const begun = dataOf(await api.composerUploads.beginHere({ filename: '../a.bin', size: bytes.length }));
    expect(begun.filename).toBe('a.bin');
    const body = { type: 'binary' as const, upload: begun.upload_id };
    expect(errorOf(await api.composerExecutions.execute({ ...scope, endpoint_id, body })).message).toContain(`0 of ${bytes.length} bytes`);
    for (let offset = 0; offset < bytes.length; offset += begun.piece_bytes) dataOf(await api.composerUploads.writeHere({ upload_id: begun.upload_id, offset, content: bytes.subarray(offset, offset + begun.piece_bytes).toString('base64') }));
    const arrived = { status: 200, data: { bytes: bytes.length, sha256 } };
    expect(dataOf(await api.composerExecutions.execute({ ...scope, endpoint_id, body }))).toMatchObject(arrived);
    expect(dataOf(await api.composerExecutions.execute({ ...scope, endpoint_id, edited: { body } }))).toMatchObject(arrived);
    expect(dataOf(await api.composerEndpoints.test({ ...scope, endpoint_id, body }))).toMatchObject(arrived);
    expect(dataOf(await api.composerExecutions.executeHere({ ...scope, endpoint_id, edited: { body } }))).toMatchObject(arrived);
    await expect.poll(() => readdirSync(join(deps.dataFolder, 'platform', 'uploads'))).toEqual([]);
    expect(readdirSync(join(deps.dataFolder, 'uploads'))).toEqual([begun.upload_id]);
    dataOf(await api.composerUploads.discardHere({ upload_id: begun.upload_id }));
    expect(errorOf(await api.composerExecutions.executeHere({ ...scope, endpoint_id, body })).message).toContain('not kept any more');
    expect(errorOf(await api.composerExecutions.execute({ ...scope, endpoint_id, body })).message).toContain('not kept any more');
    expect(errorOf(await api.composerUploads.getHere({ upload_id: begun.upload_id })).code).toBe('not_found');
  });
});
