type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/**
 * `page`: the network first, the kept shell when there is none. `file`: never changes under its name, or only with a
 * new version of the app. `leave`: none of our business, first of all everything the API says.
 */
export type Kind = 'page' | 'file' | 'leave';

const FILES = /^\/(?:assets|cloth|icons)\/|^\/(?:theme\.js|manifest\.webmanifest)$/u;

/** What a request of a page is to the service worker. */
export function kindOf({ method, mode, url }: Asked, origin: string): Kind {
  const { origin: askedOrigin, pathname } = new URL(url);
  if (method !== 'GET' || askedOrigin !== origin || pathname.startsWith('/api/')) return 'leave';
  if (mode === 'navigate') return 'page';
  return FILES.test(pathname) ? 'file' : 'leave';
}
