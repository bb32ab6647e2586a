import { IGNORE_VARY } from './versions.ts';

type Fetch = (request: Request | string) => Promise<Response>;

/** After this time, answer with the stored shell; the network request continues. */
const PATIENCE_MS = 5000;

/**
 * Answers a page request from the network. If the network fails, is slow, or a gateway reports that the server is down,
 * answers with the stored shell: the same page for every URL, whose app reads the URL.
 */
export async function pageFrom(fetch: Fetch, request: Request, shell: () => Promise<Response | undefined>) {
  const asked = fetch(request);
  const late = Symbol('late');
  const first = await Promise.race([asked.catch(() => undefined), pause(PATIENCE_MS, late)]);
  if (first instanceof Response && first.status < 500) return first;
  return (await shell()) ?? asked;
}

/**
 * Answers a file request from the cache; otherwise fetches the file and caches it. Caches only complete successful
 * answers.
 */
export async function fileFrom(fetch: Fetch, request: Request, cache: Cache): Promise<Response> {
  const kept = await cache.match(request, IGNORE_VARY);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  // If the disk is full, caching fails, but the page still gets its file.
  if (answer.status === 200) await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

function pause<Value>(delayMs: number, value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(() => resolve(value), delayMs));
}
