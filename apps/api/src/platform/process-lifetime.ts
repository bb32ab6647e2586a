import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SETTLED_AFTER_MS = 15_000;

/**
 * Frees, once, the memory of the process's start. V8 grows its young generation while hundreds of schemas and routes
 * are created. It keeps that memory, a fifth of the process, as long as the process is idle.
 */
export function releaseStartUpMemory(): void {
  setTimeout(() => {
    // Node has no call for it; the flag affects contexts created after it is set.
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
    collect();
  }, SETTLED_AFTER_MS).unref();
}

/**
 * Shuts the process down in order on SIGTERM and SIGINT. Ctrl-C often arrives twice, from the terminal and from npm;
 * the second signal does not interrupt the shutdown.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isClosing) return;
      isClosing = true;
      void close().then(() => process.exit(0));
    });
  }
}
