import { lazy, useState, type ComponentType } from 'react';

const loaders = new Map<unknown, () => Promise<unknown>>();

/**
 * A screen whose code is loaded when it is first wanted. Once the code is there it is drawn at once: React shows what was
 * suspended no sooner than 300 ms after its fallback, however short the wait was.
 */
export function screen<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  const begin = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Later = lazy(begin);
  function Screen(props: P) {
    const [Now] = useState(() => loaded ?? Later);
    return <Now {...props} />;
  }
  loaders.set(Screen, begin);
  return Screen;
}

/** Loads the code of a screen. Where that fails, the screen says so when it is drawn. */
export async function codeOf(of: unknown): Promise<void> {
  await loaders.get(of)?.().catch(() => undefined);
}
