import type { PlatformState } from '../../shared/contract/app.ts';
import { defineState } from './define-state.ts';
import { report } from './problems.ts';

interface Platform {
  /** The way from this window to the backend. */
  connected: boolean;
  platform: PlatformState | null;
}

export const usePlatform = defineState<Platform>(() => ({ connected: true, platform: null }));

export function setConnected(connected: boolean): void {
  usePlatform.set((draft) => {
    draft.connected = connected;
  });
}

export function takePlatform(platform: PlatformState): void {
  if (platform.notice !== null && platform.notice !== usePlatform.get().platform?.notice) report('Platform', platform.notice);
  usePlatform.set((draft) => {
    draft.platform = platform;
  });
}

const away = new Set(['unreachable', 'restarting', 'failed']);

/** True while what is shown may be old: the backend or the platform does not answer. */
export const isOffline = ({ connected, platform }: Platform): boolean => !connected || (platform !== null && away.has(platform.state));
export const useOffline = (): boolean => usePlatform(isOffline);
