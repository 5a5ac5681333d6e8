import { EventEmitter } from 'node:events';
import type { IpcMain, WebContents } from 'electron';

/** The few of Electron's objects that the desktop host is given, as far as it uses them. */

type IpcHandler = (event: unknown, ...args: unknown[]) => unknown;

export class FakeContents extends EventEmitter {
  readonly sent: { channel: string; text: string }[] = [];
  readonly mainFrame: { url: string };
  destroyed = false;
  reloads = 0;
  openHandler: ((details: { url: string }) => { action: string }) | undefined;

  constructor(url = 'app://trellis/') {
    super();
    this.mainFrame = { url };
  }

  send(channel: string, text: string): void {
    this.sent.push({ channel, text });
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  reload(): void {
    this.reloads++;
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  /** As Electron's type; the parts that are not here are not used. */
  get asContents(): WebContents {
    return this as unknown as WebContents;
  }
}

export class FakeIpcMain {
  readonly handlers = new Map<string, IpcHandler>();
  readonly listeners = new Map<string, IpcHandler>();

  handle(channel: string, handler: IpcHandler): void {
    if (this.handlers.has(channel)) throw new Error(`Two handlers for ${channel}`);
    this.handlers.set(channel, handler);
  }
  on(channel: string, listener: IpcHandler): void {
    this.listeners.set(channel, listener);
  }
  get asIpcMain(): IpcMain {
    return this as unknown as IpcMain;
  }

  /** What `ipcRenderer.invoke` of a page would do. */
  async invoke(channel: string, contents: FakeContents, ...args: unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return handler({ sender: contents, senderFrame: contents.mainFrame }, ...args);
  }
  /** The same from another frame than the page's own. */
  async invokeFrom(frame: { url: string } | null, channel: string, contents: FakeContents, ...args: unknown[]): Promise<unknown> {
    return this.handlers.get(channel)?.({ sender: contents, senderFrame: frame }, ...args);
  }
  post(channel: string, contents: FakeContents, ...args: unknown[]): void {
    this.listeners.get(channel)?.({ sender: contents, senderFrame: contents.mainFrame }, ...args);
  }
}
