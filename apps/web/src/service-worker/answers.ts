import { AS_ANYBODY_ASKS } from './versions.ts';

type Fetch = (request: Request | string) => Promise<Response>;

/** Slower than this, and the kept shell opens while the network still thinks. */
const PATIENCE_MS = 5000;

/**
 * A page: what the network says, or the kept shell when the network is away, slow, or answered by a gateway whose
 * server is away. The shell is the same for every address; the app in it reads the address.
 */
export async function pageFrom(fetch: Fetch, request: Request, shell: () => Promise<Response | undefined>) {
  const asked = fetch(request);
  const late = Symbol('late');
  const first = await Promise.race([asked.catch(() => undefined), pause(PATIENCE_MS, late)]);
  if (first instanceof Response && first.status < 500) return first;
  return (await shell()) ?? asked;
}

/** A file: the kept one, else the network's, which is then kept. Only whole good answers are. */
export async function fileFrom(fetch: Fetch, request: Request, cache: Cache): Promise<Response> {
  const kept = await cache.match(request, AS_ANYBODY_ASKS);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  // A full disk keeps nothing, and the page has its file all the same.
  if (answer.status === 200) await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

function pause<Value>(delayMs: number, value: Value): Promise<Value> {
  return new Promise((resolve) => setTimeout(() => resolve(value), delayMs));
}
