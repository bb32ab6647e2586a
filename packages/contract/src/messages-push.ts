import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';

/**
 * The URL at which a browser's push service accepts messages. It is a secret: anyone who knows it can send to this
 * browser.
 */
const pushAddress = z.url({ protocol: /^https?$/u }).max(1_000);

/** The subscription that a browser returns (`PushSubscription.toJSON()`). Both keys are base64url. */
export const pushSubscription = z.object({
  endpoint: pushAddress,
  keys: z.object({
    /** An uncompressed point of P-256: 65 bytes, the first one 4. */
    p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}=?$/u),
    /** 16 random bytes. */
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(?:==)?$/u),
  }),
});
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>;

const sampleSubscription = {
  endpoint: 'https://push.example.test/1',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
};

/**
 * The message that the service worker receives, encrypted by the Web Push standard. It never contains a code or a claim
 * link.
 */
export const pushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** The path in the web app that a click on the notification opens. */
  path: z.string(),
  /** A message replaces an earlier notification with the same tag. */
  tag: z.string(),
  lang: z.enum(['en', 'sw']),
});
export type PushMessage = z.infer<typeof pushMessage>;

export const pushStatus = endpoint({
  method: 'GET',
  path: '/api/messages/v1/push/device',
  audience: 'consumer',
  tag: 'Push notifications',
  summary:
    'Get whether this device gets push notifications, and the key by which its browser recognises our messages',
  answer: z.object({
    /** VAPID's `applicationServerKey`, in base64url. */
    publicKey: z.string(),
    isOnHere: z.boolean(),
  }),
  refusals: [],
});

export const subscribePush = endpoint({
  method: 'POST',
  path: '/api/messages/v1/push/device',
  audience: 'consumer',
  tag: 'Push notifications',
  summary: 'Send push notifications to this device until it is signed out; replaces its former subscription',
  body: pushSubscription,
  example: { body: sampleSubscription },
  answer: nothing,
  message: 'Notifications are on for this device',
  refusals: ['push_address_refused'],
  rate: { perMinute: 20 },
});

export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/api/messages/v1/push/device',
  audience: 'consumer',
  tag: 'Push notifications',
  summary: 'Stop push notifications to this device; also succeeds if there are none',
  answer: nothing,
  message: 'Notifications are off for this device',
  refusals: [],
});

/** Called by a service worker, which cannot sign in. Only its browser knows the former URL. */
export const renewPush = endpoint({
  method: 'POST',
  path: '/api/messages/v1/push/renew',
  audience: 'anyone',
  tag: 'Push notifications',
  summary:
    "Replace a subscription's URL after its push service has changed it; an unknown former one is no error",
  body: z.object({ formerEndpoint: pushAddress, subscription: pushSubscription }),
  example: { body: { formerEndpoint: 'https://push.example.test/0', subscription: sampleSubscription } },
  answer: nothing,
  refusals: ['push_address_refused'],
  rate: { perMinute: 300, guesses: 'none' },
});
