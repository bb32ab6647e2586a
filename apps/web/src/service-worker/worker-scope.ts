/** The parts of a service worker's scope that we use. TypeScript cannot load its DOM and worker types together. */
export type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
export type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
};

export type PushEvent = ExtendableEvent & { readonly data: { json: () => unknown } | null };
export type NotificationEvent = ExtendableEvent & { readonly notification: Notification };
export type SubscriptionChangeEvent = ExtendableEvent & {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
};

/** An open page of the web app. */
export type OpenPage = {
  readonly url: string;
  focus: () => Promise<unknown>;
  navigate: (url: string) => Promise<OpenPage | null>;
};
export type OpenPages = {
  matchAll: (which: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly OpenPage[]>;
  openWindow: (url: string) => Promise<OpenPage | null>;
};

export type WorkerScope = {
  readonly location: Location;
  readonly caches: CacheStorage;
  readonly clients: OpenPages & { claim: () => Promise<void> };
  readonly registration: ServiceWorkerRegistration;
  skipWaiting: () => Promise<void>;
  addEventListener: ((kind: 'install' | 'activate', listener: (event: ExtendableEvent) => void) => void) &
    ((kind: 'push', listener: (event: PushEvent) => void) => void) &
    ((kind: 'notificationclick', listener: (event: NotificationEvent) => void) => void) &
    ((kind: 'pushsubscriptionchange', listener: (event: SubscriptionChangeEvent) => void) => void) &
    ((kind: 'fetch', listener: (event: FetchEvent) => void) => void) &
    ((kind: 'message', listener: (event: MessageEvent) => void) => void);
};
