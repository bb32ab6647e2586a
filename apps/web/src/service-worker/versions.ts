/** Ignores `Vary`: a proxy may claim that a file depends on the requester, but our files never do. */
export const IGNORE_VARY = { ignoreVary: true } as const;

const PREFIX = 'zawadi-app-';

export function cacheName(version: string): string {
  return PREFIX + version;
}

/** Caches the shell of a version. Reuses files that an earlier version has cached. */
export async function keepShell(caches: CacheStorage, version: string, shell: readonly string[]) {
  const cache = await caches.open(cacheName(version));
  await Promise.all(
    shell.map(async (path) => {
      const earlier = path.startsWith('/assets/') ? await caches.match(path, IGNORE_VARY) : undefined;
      // If a file has no hash in its name, fetch it from the server: the HTTP cache may hold the previous version's
      // file.
      if (earlier === undefined) await cache.add(new Request(path, { cache: requestCacheOf(path) }));
      else await cache.put(path, earlier);
    }),
  );
}

/** Deletes the caches of earlier versions. */
export async function dropEarlier(caches: CacheStorage, version: string): Promise<void> {
  const names = await caches.keys();
  const earlier = names.filter((name) => name.startsWith(PREFIX) && name !== cacheName(version));
  await Promise.all(earlier.map(async (name) => caches.delete(name)));
}

function requestCacheOf(path: string): RequestCache {
  return path.startsWith('/assets/') ? 'default' : 'reload';
}
