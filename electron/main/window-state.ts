import type { BrowserWindow, Rectangle } from 'electron';
import { z } from 'zod';
import type { SettingsStore } from '../backend/settings.ts';

/** Where a window was, kept between starts. */
const key = 'window';
const state = z.object({ x: z.int(), y: z.int(), width: z.int().min(400), height: z.int().min(300), maximized: z.boolean() });

export interface WindowState {
  readonly bounds: Partial<Rectangle> & { readonly width: number; readonly height: number };
  readonly maximized: boolean;
}

const initial: WindowState = { bounds: { width: 1280, height: 820 }, maximized: false };
/** Of a window's top edge, this much must be on a screen for it to be moved by hand, in pixels. */
const grip = 80;

/** The kept place, unless its screen is gone: then the size alone. `screens` are the work areas that there are. */
export function restoredState(store: SettingsStore, screens: readonly Rectangle[]): WindowState {
  const kept = state.safeParse(store.get(key));
  if (!kept.success) return initial;
  const { x, y, width, height, maximized } = kept.data;
  const reachable = screens.some((screen) => x + width >= screen.x + grip && x <= screen.x + screen.width - grip && y >= screen.y && y <= screen.y + screen.height - grip);
  return { bounds: reachable ? { x, y, width, height } : { width, height }, maximized };
}

/** Keeps the place of a window when it closes. */
export function keepState(store: SettingsStore, window: Pick<BrowserWindow, 'on' | 'getNormalBounds' | 'isMaximized'>): void {
  window.on('close', () => store.set(key, { ...window.getNormalBounds(), maximized: window.isMaximized() }));
}
