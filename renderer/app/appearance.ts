import { useEffect } from 'react';
import { useSettings, type AppSettings } from '../state/settings.ts';

type Theme = 'light' | 'dark' | 'contrast';

const dark = () => window.matchMedia('(prefers-color-scheme: dark)');
const contrast = () => window.matchMedia('(prefers-contrast: more)');

function themeOf(setting: AppSettings['theme']): Theme {
  if (setting !== 'system') return setting;
  if (contrast().matches) return 'contrast';
  return dark().matches ? 'dark' : 'light';
}

function apply({ theme, density, zoom }: AppSettings): void {
  const chosen = themeOf(theme);
  const { dataset, style } = document.documentElement;
  dataset.theme = chosen;
  dataset.density = density;
  style.setProperty('zoom', String(zoom));
  document.body.classList.toggle('bp6-dark', chosen !== 'light');
}

/** Dresses the document in the user's theme, density and zoom, and follows the system where it is asked to. */
export function useAppearance(): void {
  const settings = useSettings();
  useEffect(() => {
    apply(settings);
    const again = () => apply(settings);
    const queries = [dark(), contrast()];
    for (const query of queries) query.addEventListener('change', again);
    return () => {
      for (const query of queries) query.removeEventListener('change', again);
    };
  }, [settings]);
}
