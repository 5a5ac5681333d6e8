import { contextBridge, ipcRenderer } from 'electron';
import type { PreloadBridge } from '../../shared/bridge.ts';

const os = process.platform === 'darwin' ? 'mac' : process.platform === 'win32' ? 'windows' : 'linux';

/** All that the page gets. Names are only ever looked up among the channels of the contract, and the sender is checked there. */
const bridge: PreloadBridge = Object.freeze({
  capabilities: Object.freeze({ nativeMenu: true, deepLinks: true, openExternal: true, alerts: true, os }),
  call: (id: number, name: string, input: string) => ipcRenderer.invoke(`trellis:${name}`, id, input) as Promise<string>,
  subscribe: (id: number, name: string, input: string) => ipcRenderer.invoke(`trellis:${name}`, id, input) as Promise<string>,
  cancel: (id: number) => ipcRenderer.send('trellis:cancel', id),
  unsubscribe: (id: number) => ipcRenderer.send('trellis:unsubscribe', id),
  listen(listener: (frame: string) => void) {
    const hear = (_event: unknown, frame: string) => listener(frame);
    ipcRenderer.on('trellis:frame', hear);
    return () => {
      ipcRenderer.off('trellis:frame', hear);
    };
  },
  openExternal: (url: string) => ipcRenderer.invoke('trellis:open-external', url) as Promise<void>,
});

contextBridge.exposeInMainWorld('trellis', bridge);
