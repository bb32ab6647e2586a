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
