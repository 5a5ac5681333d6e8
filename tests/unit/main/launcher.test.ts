import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { UtilityProcess } from 'electron';
import { describe, expect, it } from 'vitest';
import { utilityLauncher, type Fork } from '../../../electron/main/launcher.ts';

/** A utility process as far as the launcher uses it. */
class FakeProcess extends EventEmitter {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly messages: unknown[] = [];
  killed = false;
  postMessage(message: unknown): void {
    this.messages.push(message);
    if (message === 'end') this.emit('exit', 0);
  }
  kill(): boolean {
    this.killed = true;
    return this.emit('exit', 143);
  }
}

function launch() {
  const child = new FakeProcess();
  const forked: Parameters<Fork>[] = [];
  const log: string[] = [];
  const fork: Fork = (...args) => {
    forked.push(args);
    return child as unknown as UtilityProcess;
  };
  const platform = utilityLauncher(fork, '/out/main/platform.js', (line) => log.push(line)).launch({ dataFolder: '/data', token: 't', key: 'k' });
  return { child, forked, log, platform };
}
const ready = `${JSON.stringify({ url: 'http://127.0.0.1:4000', token: 't', tenant_id: 'a', environment_id: 'b' })}\n`;

describe('the launcher of the desktop host', () => {
  it('hands options over in a message, and none on the command line', async () => {
    const { child, forked, platform } = launch();
    child.stdout.write(ready);
    expect(await platform).toMatchObject({ url: 'http://127.0.0.1:4000', tenant_id: 'a', environment_id: 'b' });
    expect(forked).toEqual([['/out/main/platform.js', [], { serviceName: 'Trellis platform', stdio: 'pipe' }]]);
    expect(child.messages).toEqual([{ data: '/data', port: 0, token: 't', key: 'k' }]);
  });

  it('asks it to end', async () => {
    const { child, platform } = launch();
    child.stdout.write(ready);
    const running = await platform;
    const gone = new Promise((resolve) => running.onExit(resolve));
    await running.stop();
    expect([child.messages.at(-1), await gone, child.killed]).toEqual(['end', 'exit code 0', false]);
  });

  it('says why it did not come up, in its own words', async () => {
    const { child, log, platform } = launch();
    child.stdout.write('{"not": "ready"}\nwords\n');
    child.stderr.write('The folder is taken.\n');
    await expect.poll(() => log).toEqual(['The folder is taken.']);
    child.emit('exit', 2);
    await expect(platform).rejects.toMatchObject({ code: 'unreachable', message: 'it ended at once (exit code 2): The folder is taken.' });
  });
});
