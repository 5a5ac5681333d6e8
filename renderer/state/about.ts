import type { z } from 'zod';
import type { app } from '../../shared/contract/app.ts';
import { api } from '../api/client.ts';
import { defineState } from './define-state.ts';
import { report, reportError } from './problems.ts';

type About = z.infer<typeof app.calls.about.output>;

export const useAbout = defineState<{ about: About | null }>(() => ({ about: null }));

/** Reads what runs here, and puts what is wrong with it on the list of problems. */
export async function loadAbout(): Promise<void> {
  const reply = await api.app.about({});
  if (!reply.ok) {
    reportError('Version', reply.error);
    return;
  }
  for (const problem of reply.data.problems) report('Trellis', problem);
  useAbout.set((draft) => {
    draft.about = reply.data;
  });
}
