import type { Transport } from './rpc.ts';

/** What the place in which the renderer runs can do. The renderer asks this, never "is this Electron?". */
export interface Capabilities {
  /** The host draws the window's menu; otherwise the app's own menu is shown. */
  readonly nativeMenu: boolean;
  /** `trellis://` links open in this app. */
  readonly deepLinks: boolean;
  /** Links to the web open in the system browser through `openExternal`. */
  readonly openExternal: boolean;
  /** The host shows alerts itself, outside of any window; otherwise the page does. */
  readonly alerts: boolean;
  /** The operating system's name, for the names of keys. */
  readonly os: 'mac' | 'windows' | 'linux';
}

/** What a host tells the app of its own accord. */
export type HostEvent =
  | { readonly type: 'command'; readonly command: string } // a menu item or a global key
  | { readonly type: 'navigate'; readonly path: string } // a deep link
  | { readonly type: 'connection'; readonly connected: boolean }; // the way to the backend broke, or is back

/** The one object through which the renderer reaches everything outside of it. */
export interface Host extends Transport {
  readonly capabilities: Capabilities;
  /** Listens to the host; returns how to stop. */
  listen(listener: (event: HostEvent) => void): () => void;
  /** Opens an https address in the system browser, or a new browser tab. */
  openExternal(url: string): Promise<void>;
}
