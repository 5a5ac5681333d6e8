/** Which windows have the same workflow open now. They tell each other directly, so that none takes the journal of one that lives for a draft. */

/** Of this window: it stays when the window is loaded anew. */
export function windowId(): string {
  const kept = sessionStorage.getItem('trellis-window');
  if (kept !== null) return kept;
  const made = crypto.randomUUID();
  sessionStorage.setItem('trellis-window', made);
  return made;
}

interface Word {
  readonly kind: 'here' | 'asking' | 'gone';
  readonly recipe: string;
  readonly from: string;
}

/** Tells the others that this window has a recipe open, and `tell` which of them do, whenever that changes; returns how to leave. */
export function joinRecipe(recipe: string, tell: (others: ReadonlySet<string>) => void): () => void {
  const channel = new BroadcastChannel('trellis-workflows');
  const own = windowId();
  const others = new Set<string>();
  const say = (kind: Word['kind']) => channel.postMessage({ kind, recipe, from: own } satisfies Word);
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.recipe !== recipe || data.from === own) return;
    if (data.kind === 'gone') others.delete(data.from);
    else others.add(data.from);
    if (data.kind === 'asking') say('here');
    tell(new Set(others));
  });
  say('asking');
  const leave = () => say('gone');
  window.addEventListener('pagehide', leave);
  return () => {
    window.removeEventListener('pagehide', leave);
    leave();
    channel.close();
  };
}
