import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const DRAINS_WITHIN_MS = 10_000;

// Preloaded into every process that `npm start` runs. The channel to the parent closes however the parent ends,
// kill -9 included; what is left then is to finish the requests in flight and leave.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), DRAINS_WITHIN_MS).unref();
});
process.channel?.unref();
// Not a text: those of a history that is played are printed.
process.send?.({ hasBegun: true });

// A start that finds everything compiled needs half as much of the processor. Node writes it down when a process ends by
// itself; in the midst of its work it would stand still for as long as that takes.
enableCompileCache(join(import.meta.dirname, '../../.cache/compiled'));
