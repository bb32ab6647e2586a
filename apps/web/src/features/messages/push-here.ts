import { pushStatus, pushSubscription, subscribePush, unsubscribePush } from '@zawadi/contract/messages-push';
import { call } from '../../api/call.ts';
import { registerServiceWorker } from '../shell/updates.ts';
import { forgetPush, readPushOwner, writePushOwner } from './push-owner.ts';

/** `not-allowed`: the person did not give permission. `unreachable`: the browser's push service did not answer. */
export type TurnedOn = 'on' | 'not-allowed' | 'unreachable';

/** Returns whether this browser and the server agree that notifications come here. */
export async function isPushOnHere(signal?: AbortSignal): Promise<boolean> {
  const [{ isOnHere }, subscription] = await Promise.all([
    call(pushStatus, { signal }),
    currentSubscription(),
  ]);
  return isOnHere && subscription !== null && Notification.permission === 'granted';
}

/** Asks the person, then the browser, then the server. Call it directly in a click handler. */
export async function turnPushOn(userId: string): Promise<TurnedOn> {
  if ((await Notification.requestPermission()) !== 'granted') return 'not-allowed';
  const { publicKey } = await call(pushStatus, {});
  try {
    await sendSubscription(await subscribeWith(publicKey));
  } catch (error) {
    // A browser without a push service throws this; other errors are the server's.
    if (error instanceof DOMException) return 'unreachable';
    throw error;
  }
  writePushOwner(userId);
  return 'on';
}

export async function turnPushOff(): Promise<void> {
  await forgetPush();
  await call(unsubscribePush, {});
}

/**
 * Renews this browser's push subscription for the user who enabled it: after a new sign-in, server key or endpoint.
 * Removes another user's subscription.
 */
export async function keepPush({ id, notifications }: { id: string; notifications: boolean }): Promise<void> {
  if (readPushOwner() !== id) return forgetPush();
  if (!notifications || Notification.permission !== 'granted') return;
  const before = await currentSubscription();
  const { publicKey, isOnHere } = await call(pushStatus, {});
  const subscription = await subscribeWith(publicKey);
  if (!isOnHere || subscription.endpoint !== before?.endpoint) await sendSubscription(subscription);
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** A subscription belongs to one key, so unsubscribe from another key first. */
async function subscribeWith(publicKey: string): Promise<PushSubscription> {
  await registerServiceWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  const key = bytesOf(publicKey);
  if (before !== null && !isSame(before.options.applicationServerKey, key)) await before.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function sendSubscription(subscription: PushSubscription): Promise<void> {
  await call(subscribePush, { body: pushSubscription.parse(subscription.toJSON()) });
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isSame(left: ArrayBuffer | null, right: Uint8Array): boolean {
  const bytes = new Uint8Array(left ?? new ArrayBuffer(0));
  return bytes.length === right.length && bytes.every((byte, index) => byte === right[index]);
}
