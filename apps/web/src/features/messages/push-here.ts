import { pushStatus, pushSubscription, subscribePush, unsubscribePush } from '@zawadi/contract/messages-push';
import { call } from '../../api/call.ts';
import { registerServiceWorker } from '../shell/updates.ts';
import { forgetPush, readPushOwner, writePushOwner } from './push-owner.ts';

/** `not-allowed`: the person refused permission. `unreachable`: the browser's push service did not answer. */
export type TurnedOn = 'on' | 'not-allowed' | 'unreachable';

/** Returns whether notifications are on here: this browser permits them, and browser and server have a subscription. */
export async function isPushOnHere(signal?: AbortSignal): Promise<boolean> {
  const [{ isOnHere }, subscription] = await Promise.all([
    call(pushStatus, { signal }),
    currentSubscription(),
  ]);
  return isOnHere && subscription !== null && Notification.permission === 'granted';
}

/**
 * Enables notifications: asks the person for permission, subscribes the browser, and registers with the server. Call it
 * directly in a click handler, because browsers ask for permission only during a click.
 */
export async function turnPushOn(userId: string): Promise<TurnedOn> {
  if ((await Notification.requestPermission()) !== 'granted') return 'not-allowed';
  const { publicKey } = await call(pushStatus, {});
  try {
    await sendSubscription(await subscribeWith(publicKey));
  } catch (error) {
    // A browser without a reachable push service throws a DOMException; other errors come from the server.
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
 * Renews this browser's push subscription for the user who enabled it. Needed after a sign-in, or a change of server
 * key or endpoint. Removes the subscription of another user.
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

/** A push subscription is bound to one server key, so first unsubscribe from any other key. */
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
