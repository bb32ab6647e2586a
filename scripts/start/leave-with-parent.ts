import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

const DRAINS_WITHIN_MS = 10_000;
const HAS_STARTED_AFTER_MS = 3_000;

// Preloaded into every process that `npm start` runs. The channel to the parent closes however the parent ends,
// kill -9 included; what is left then is to finish the requests in flight and leave.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), DRAINS_WITHIN_MS).unref();
});
process.channel?.unref();

// A start that finds everything compiled takes half as long. Node keeps it at the end of a process, which for those
// that are killed never comes.
enableCompileCache(join(import.meta.dirname, '../../.cache/compiled'));
setTimeout(flushCompileCache, HAS_STARTED_AFTER_MS).unref();
