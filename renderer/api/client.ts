import * as contract from '../../shared/contract/all.ts';
import type { Host } from '../../shared/host.ts';
import { client } from '../../shared/rpc.ts';
import { connectedHost } from './host.ts';

/** The host of this page. It can be imported anywhere, and used once `connect()` is done. */
export const host: Host = {
  get capabilities() {
    return connectedHost().capabilities;
  },
  call: (name, input, signal) => connectedHost().call(name, input, signal),
  subscribe: (name, input, subscriber) => connectedHost().subscribe(name, input, subscriber),
  listen: (listener) => connectedHost().listen(listener),
  openExternal: (url) => connectedHost().openExternal(url),
};

/** Every call of the contract: `await api.dags.list({tenant_id})`. It never throws; it answers a `Reply`. */
export const api = client(contract, host);
