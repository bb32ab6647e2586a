/** The few things of a service worker's scope that ours uses; the web's DOM types and the worker's exclude each other. */
export type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
export type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
};

export type WorkerScope = {
  readonly location: Location;
  readonly caches: CacheStorage;
  readonly clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: ((kind: 'install' | 'activate', listener: (event: ExtendableEvent) => void) => void) &
    ((kind: 'fetch', listener: (event: FetchEvent) => void) => void) &
    ((kind: 'message', listener: (event: MessageEvent) => void) => void);
};
