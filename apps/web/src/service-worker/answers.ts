import { IGNORE_VARY } from './versions.ts';

type Fetch = (request: Request | string) => Promise<Response>;

/** After this long, the stored shell opens while the network request continues. */
const PATIENCE_MS = 5000;

/**
 * Answers a page request from the network. Answers with the stored shell if the network is away, slow, or a gateway
 * reports that its server is away. The shell is the same for every address; its app reads the address.
 */
export async function pageFrom(fetch: Fetch, request: Request, shell: () => Promise<Response | undefined>) {
  const asked = fetch(request);
  const late = Symbol('late');
  const first = await Promise.race([asked.catch(() => undefined), pause(PATIENCE_MS, late)]);
  if (first instanceof Response && first.status < 500) return first;
  return (await shell()) ?? asked;
}

/**
 * Answers a file request: from the cache, otherwise from the network and then cached. Caches only complete successful
 * answers.
 */
export async function fileFrom(fetch: Fetch, request: Request, cache: Cache): Promise<Response> {
  const kept = await cache.match(request, IGNORE_VARY);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  // A full disk stores nothing, and the page still gets its file.
  if (answer.status === 200) await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

function pause<Value>(delayMs: number, value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(() => resolve(value), delayMs));
}
