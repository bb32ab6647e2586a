/** A setting stored on this device. `read` and `watch` are the arguments of `useSyncExternalStore`. */
export type DeviceChoice<T> = {
  read: () => T;
  watch: (watcher: () => void) => () => void;
  set: (chosen: T) => void;
};

/** @param parse returns the setting for the stored text; null means that nothing is stored */
export function createDeviceChoice<T extends string>(
  key: string,
  parse: (kept: string | null) => T,
): DeviceChoice<T> {
  const watchers = new Set<() => void>();
  let chosen = parse(keptUnder(key));
  return {
    read: () => chosen,
    watch: (watcher) => {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
    set: (wanted) => {
      chosen = wanted;
      try {
        localStorage.setItem(key, wanted);
      } catch {
        // Without local storage the setting lasts until the page closes.
      }
      for (const watcher of watchers) watcher();
    },
  };
}

function keptUnder(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
