import { useSyncExternalStore } from 'react';

/** Whether the device believes that it has a network at all. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(watch, () => navigator.onLine);
}

function watch(watcher: () => void): () => void {
  addEventListener('online', watcher);
  addEventListener('offline', watcher);
  return () => {
    removeEventListener('online', watcher);
    removeEventListener('offline', watcher);
  };
}
