import { FormGroup, HTMLSelect } from '@blueprintjs/core';
import { loadCacheStats } from '../../state/cache-stats.ts';
import { changeSettings, useSettings } from '../../state/settings.ts';

/** In megabytes. */
const sizes = [64, 128, 256, 512, 1000, 2000, 4000];
const label = (megabytes: number) => (megabytes >= 1000 ? `${megabytes / 1000} GB` : `${megabytes} MB`);

async function choose(megabytes: number): Promise<void> {
  await changeSettings({ cache_limit_mb: megabytes });
  await loadCacheStats();
}

/** How much of the disk the cache may take. */
export function CacheLimit() {
  const limit = useSettings(({ cache_limit_mb }) => cache_limit_mb);
  return (
    <FormGroup inline label="At most" labelFor="cache-limit" helperText="What was unused the longest goes first. What is kept on purpose stays.">
      <HTMLSelect id="cache-limit" value={limit} onChange={({ currentTarget }) => void choose(Number(currentTarget.value))}>
        {[...new Set([...sizes, limit])].toSorted((a, b) => a - b).map((megabytes) => <option key={megabytes} value={megabytes}>{label(megabytes)}</option>)}
      </HTMLSelect>
    </FormGroup>
  );
}
