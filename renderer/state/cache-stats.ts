import type { z } from 'zod';
import type { cache } from '../../shared/contract/app.ts';
import { api } from '../api/client.ts';
import { defineState } from './define-state.ts';
import { notify, notifyError } from './toasts.ts';

type CacheStats = z.infer<typeof cache.calls.stats.output>;

export const useCacheStats = defineState<{ stats: CacheStats | null }>(() => ({ stats: null }));

export async function loadCacheStats(): Promise<void> {
  const reply = await api.cache.stats({});
  if (!reply.ok) {
    notifyError(reply.error);
    return;
  }
  useCacheStats.set((draft) => {
    draft.stats = reply.data;
  });
}

export async function clearCache(): Promise<void> {
  const reply = await api.cache.clear({});
  if (!reply.ok) {
    notifyError(reply.error);
    return;
  }
  notify('Cache cleared', { intent: 'success' });
  await loadCacheStats();
}
