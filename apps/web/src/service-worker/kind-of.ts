type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/**
 * How the service worker handles a request. `page`: from the network, otherwise the stored shell. `file`: from the
 * cache; its content changes only with its name or with a new version of the app. `leave`: not handled, above all every
 * API call.
 */
export type Kind = 'page' | 'file' | 'leave';

const FILES = /^\/(?:assets|cloth|icons)\/|^\/(?:theme\.js|manifest\.webmanifest)$/u;

/** Classifies a page's request for the service worker. */
export function kindOf({ method, mode, url }: Asked, origin: string): Kind {
  const { origin: askedOrigin, pathname } = new URL(url);
  if (method !== 'GET' || askedOrigin !== origin || pathname.startsWith('/api/')) return 'leave';
  // Not a page of the app: without a network, its stored shell would not be the status.
  if (pathname === '/status') return 'leave';
  if (mode === 'navigate') return 'page';
  return FILES.test(pathname) ? 'file' : 'leave';
}
