import { defineState } from '../../../state/define-state.ts';

/** How logs are shown, the same for all of them while the window is open. */
export const useLogLook = defineState<{ wraps: boolean; isRelative: boolean }>(() => ({ wraps: false, isRelative: false }));

export const turnWrap = (): void => useLogLook.set((draft) => void (draft.wraps = !draft.wraps));
export const turnTimes = (): void => useLogLook.set((draft) => void (draft.isRelative = !draft.isRelative));
