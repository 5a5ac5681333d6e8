import type { PreloadBridge } from '../../shared/bridge.ts';
import { AppError } from '../../shared/errors.ts';
import type { Host } from '../../shared/host.ts';
import { connectByPreload } from './ipc.ts';
import { connectBySocket } from './ws.ts';

declare global {
  interface Window {
    /** There if a preload has put it there; nothing else asks in which host the page runs. */
    readonly trellis?: PreloadBridge;
  }
}

let current: Host | undefined;

/** Reaches whatever serves this page; called once, before anything is rendered. Rejects with `unreachable`. */
export async function connect(): Promise<Host> {
  const bridge = window.trellis;
  return setHost(bridge ? connectByPreload(bridge) : await connectBySocket(`ws://${window.location.host}/bridge`));
}

/** Makes `host` the one that the app works with; tests hand in their own. */
export function setHost(host: Host): Host {
  current = host;
  return host;
}

/** The host that was connected. */
export function connectedHost(): Host {
  if (!current) throw new AppError('internal', 'The host is used before it is connected');
  return current;
}
