/** A proxy may say that a file varies with who asks; ours never do. */
export const AS_ANYBODY_ASKS = { ignoreVary: true } as const;

const PREFIX = 'zawadi-app-';

export function cacheName(version: string): string {
  return PREFIX + version;
}

/** Keeps the shell of a version. Files that an earlier version has already are not fetched again. */
export async function keepShell(caches: CacheStorage, version: string, shell: readonly string[]) {
  const cache = await caches.open(cacheName(version));
  await Promise.all(
    shell.map(async (path) => {
      const earlier = path.startsWith('/assets/') ? await caches.match(path, AS_ANYBODY_ASKS) : undefined;
      // A file without a hash in its name is fetched again: a cached answer might be of the version before.
      if (earlier === undefined) await cache.add(new Request(path, { cache: requestCacheOf(path) }));
      else await cache.put(path, earlier);
    }),
  );
}

/** Drops what earlier versions kept. */
export async function dropEarlier(caches: CacheStorage, version: string): Promise<void> {
  const names = await caches.keys();
  const earlier = names.filter((name) => name.startsWith(PREFIX) && name !== cacheName(version));
  await Promise.all(earlier.map(async (name) => caches.delete(name)));
}

function requestCacheOf(path: string): RequestCache {
  return path.startsWith('/assets/') ? 'default' : 'reload';
}
