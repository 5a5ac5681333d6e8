import { Alert, Button, ProgressBar } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { size } from '../../components/measures.ts';
import { clearCache, loadCacheStats, useCacheStats } from '../../state/cache-stats.ts';
import { resetApp } from '../../state/lifecycle.ts';
import { CacheLimit } from './cache-limit.tsx';
import { Pinned } from './pinned.tsx';

/** What is kept on this computer, and how to be rid of it. */
export function Storage() {
  const stats = useCacheStats((state) => state.stats);
  const [asking, setAsking] = useState(false);
  useEffect(() => void loadCacheStats(), []);
  return (
    <section aria-labelledby="storage">
      <h2 id="storage">Storage</h2>
      {stats && (
        <>
          <p>The cache holds {stats.answers.toLocaleString()} answers in {size(stats.bytes)} of at most {size(stats.limit_bytes)}{stats.pinned_bytes > 0 && <>, {size(stats.pinned_bytes)} of it kept on purpose</>}, so that they can be read without the platform.</p>
          <ProgressBar className="tr-cache-bar" value={stats.limit_bytes === 0 ? 0 : stats.bytes / stats.limit_bytes} animate={false} stripes={false} aria-label="Cache used" />
          {stats.problem !== null && <p className="tr-warning">{stats.problem}</p>}
        </>
      )}
      <CacheLimit />
      <Pinned />
      <div className="tr-actions">
        <Button text="Clear cache" title="What is kept on purpose stays" onClick={() => void clearCache()} />
        <Button text="Reset app state" onClick={() => setAsking(true)} />
      </div>
      <Alert
        isOpen={asking}
        intent="danger"
        confirmButtonText="Reset"
        cancelButtonText="Cancel"
        transitionDuration={0}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void resetApp();
        }}
      >
        <p>This closes all tabs and forgets recent and pinned pages and what the lists show. Nothing on the platform changes, and you stay signed in.</p>
      </Alert>
    </section>
  );
}
