import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const DRAINS_WITHIN_MS = 10_000;

// Preloaded into every process that `npm start` runs. The channel to the parent closes however the parent ends,
// including kill -9. Then the process finishes the requests in flight and exits.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), DRAINS_WITHIN_MS).unref();
});
process.channel?.unref();
// The history's parent, which expects progress, ignores this message.
process.send?.({ hasBegun: true });

// With a compile cache, a start needs half as much CPU time. Node writes the cache when a process exits normally, so
// the write never blocks work.
enableCompileCache(join(import.meta.dirname, '../../.cache/compiled'));
