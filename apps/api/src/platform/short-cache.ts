export type ShortCache<V> = {
  read(key: string): Promise<V>;
  forget(key: string): void;
  forgetAll(): void;
};

type Entry<V> = { value: Promise<V>; readAt: number; isRenewing: boolean };

/**
 * Remembers what `load` found for at most `maximumAgeMs`, counted from before the loading. Everybody who asks while
 * it loads shares one load; from half that age on the first to ask renews it while all are served at once, so that
 * a busy key never makes anybody wait.
 * @param options.maximumEntries beyond which the oldest is forgotten
 */
export function createShortCache<V>(options: {
  load: (key: string) => Promise<V>;
  maximumAgeMs: number;
  maximumEntries: number;
}): ShortCache<V> {
  const entries = new Map<string, Entry<V>>();

  function start(key: string): Entry<V> {
    const entry: Entry<V> = { value: options.load(key), readAt: performance.now(), isRenewing: false };
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry;
  }

  function keep(key: string, entry: Entry<V>): void {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size <= options.maximumEntries) return;
    const oldest = entries.keys().next();
    if (!oldest.done) entries.delete(oldest.value);
  }

  function renew(key: string, current: Entry<V>): void {
    if (current.isRenewing) return;
    current.isRenewing = true;
    const next = start(key);
    next.value.then(
      // What was forgotten meanwhile stays forgotten: this load may have begun before the change.
      () => entries.get(key) === current && keep(key, next),
      () => {
        current.isRenewing = false;
      },
    );
  }

  return {
    read(key) {
      const current = entries.get(key);
      const ageMs = current ? performance.now() - current.readAt : Infinity;
      if (current && ageMs < options.maximumAgeMs) {
        if (ageMs > options.maximumAgeMs / 2) renew(key, current);
        return current.value;
      }
      const entry = start(key);
      keep(key, entry);
      return entry.value;
    },
    forget(key) {
      entries.delete(key);
    },
    forgetAll() {
      entries.clear();
    },
  };
}
