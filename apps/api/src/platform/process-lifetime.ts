import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SETTLED_AFTER_MS = 15_000;

/**
 * Frees the memory of the process's start, once. V8 grows its young generation while hundreds of schemas and routes
 * are created. An idle process would keep that memory, a fifth of its size.
 */
export function releaseStartUpMemory(): void {
  setTimeout(() => {
    // Node has no function for it. The flag affects only contexts created after it is set.
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
    collect();
  }, SETTLED_AFTER_MS).unref();
}

/**
 * Waits until the parent process has released our port, if it holds it. While `npm start` prepares the product, it shows
 * its progress there.
 */
export async function takeOverPort(): Promise<void> {
  if (process.env['PORT_IS_HELD'] === undefined || !process.send) return;
  const isFree = once(process, 'message');
  // Wait for the answer even if nothing else is left to do.
  process.channel?.ref();
  process.send({ needsPort: true });
  await isFree;
  process.channel?.unref();
}

/**
 * Shuts the process down in order on SIGTERM and SIGINT. Ctrl-C often sends two signals, from the terminal and from
 * npm. The second one does not interrupt the shutdown.
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
