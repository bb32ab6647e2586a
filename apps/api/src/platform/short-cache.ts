import { batched } from './batcher.ts';

/** Loads one value at a time, or many values at once, in the order of their keys. */
export type Loading<V> =
  | { load: (key: string) => Promise<V>; loadMany?: undefined }
  | { loadMany: (keys: string[]) => Promise<V[]>; load?: undefined };

export type ShortCache<V> = {
  read(key: string): Promise<V>;
  forget(key: string): void;
  forgetAll(): void;
};

const AT_ONCE = 1_000;

type Entry<V> = { value: Promise<V>; readAt: number; isRenewing: boolean; usedAt: number };

/**
 * Creates a cache that keeps a loaded value for at most `maximumAgeMs`, counted from the start of the load.
 * Concurrent callers share one load. After half that age, the next caller triggers a renewal, and all callers get the
 * old value until it ends. A busy key therefore never makes a caller wait.
 * @param options.loadMany if given, renews all keys used within twice that age together. Keys requested during a load
 *   wait for the next load, so that a thousand keys cost no more loads than a few
 * @param options.maximumEntries limit above which the oldest entry is evicted
 */
export function createShortCache<V>(
  options: Loading<V> & { maximumAgeMs: number; maximumEntries: number },
): ShortCache<V> {
  const { loadMany, maximumAgeMs } = options;
  // If a load of many keys fails, each key is loaded alone and fails alone.
  const load = loadMany ? batched(loadMany, { maxBatch: AT_ONCE, onBatchError: () => {} }) : options.load;
  const entries = new Map<string, Entry<V>>();

  function enter(key: string, value: Promise<V>): Entry<V> {
    const now = performance.now();
    const entry: Entry<V> = { value, readAt: now, isRenewing: false, usedAt: now };
    value.catch(() => {
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

  function renewWith(key: string, current: Entry<V>, value: Promise<V>): void {
    current.isRenewing = true;
    const next = enter(key, value);
    value.then(
      // If the key was forgotten during the load, keep it forgotten: the load may have begun before the change.
      () => {
        if (entries.get(key) !== current) return;
        next.usedAt = current.usedAt;
        keep(key, next);
      },
      () => {
        current.isRenewing = false;
      },
    );
  }

  function renew(key: string, current: Entry<V>): void {
    if (current.isRenewing) return;
    if (!loadMany) renewWith(key, current, load(key));
    else renewTogether(loadMany);
  }

  function renewTogether(load: NonNullable<typeof loadMany>): void {
    const now = performance.now();
    const due = [...entries].filter(
      ([, one]) =>
        !one.isRenewing && one.readAt < now - maximumAgeMs / 4 && one.usedAt > now - 2 * maximumAgeMs,
    );
    const loading = load(due.map(([key]) => key));
    for (const [index, [key, current]] of due.entries()) {
      renewWith(
        key,
        current,
        loading.then((values) => valueAt(values, index)),
      );
    }
  }

  return {
    read(key) {
      const current = entries.get(key);
      const ageMs = current ? performance.now() - current.readAt : Infinity;
      if (current && ageMs < maximumAgeMs) {
        current.usedAt = performance.now();
        if (ageMs > maximumAgeMs / 2) renew(key, current);
        return current.value;
      }
      const entry = enter(key, load(key));
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

function valueAt<V>(values: V[], index: number): V {
  if (index >= values.length) throw new Error(`expected a value at index ${index}, loaded ${values.length}`);
  // `undefined` is a valid value here.
  return values[index] as V;
}
