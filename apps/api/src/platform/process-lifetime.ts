import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SETTLED_AFTER_MS = 15_000;

/**
 * Gives back, once, what the start of a process leaves behind. V8 grows its young generation while hundreds of schemas and
 * routes are made, and keeps that room, a fifth of the process, for as long as little happens.
 */
export function releaseStartUpMemory(): void {
  setTimeout(() => {
    // Node offers no call for it; the flag shows in contexts that are made after it.
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
    collect();
  }, SETTLED_AFTER_MS).unref();
}

/**
 * Ends the process in order on SIGTERM and SIGINT. Ctrl-C often arrives twice, from the terminal and from npm: what is under
 * way is ended all the same.
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
