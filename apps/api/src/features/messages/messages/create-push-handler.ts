import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Db } from '../../../platform/db/database.ts';
import { MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { OutboxHandler } from '../../../platform/outbox/create-outbox-worker.ts';
import type { StoredNotice } from './notify.ts';
import { endpointHashOf, openSubscription } from './push-device.ts';
import { renderPush } from './render-notice.ts';
import type { SendPush } from './send-push.ts';
import { deleteSubscription, readSubscription } from './subscription-store.ts';
import type { ResolveVoucher, Template } from './templates.ts';

export type PushHandlerDeps = { db: Db; keys: Keys; sendPush: SendPush; resolveVoucher: ResolveVoucher };

const RETRIES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
];

/** It says why somebody was signed out, so it must reach devices that were. */
const TELLS_OF_SIGN_OUT: ReadonlySet<Template> = new Set(['password-changed']);

/**
 * Carries out the outbox rows of the topic `push`: one row, one device. Whether the person still wants it, and is still
 * signed in there, is looked up as it leaves. The row's id makes a repetition replace what it repeats.
 */
export function createPushHandler({ db, keys, sendPush, resolveVoucher }: PushHandlerDeps): OutboxHandler {
  return {
    retryDelaysMs: RETRIES_MS,
    run: async (payload, { id, signal }) => {
      // What `notify` has sealed comes back as it was.
      const notice = payload as StoredNotice;
      const reachesSignedOut = TELLS_OF_SIGN_OUT.has(notice.template);
      const sealed = await readSubscription(db, notice.to, { reachesSignedOut });
      const text = sealed && (await renderPush(notice, resolveVoucher));
      if (!text) return { kind: 'done' };
      const subscription = openSubscription(keys, sealed);
      const message = { ...text, tag: id, lang: notice.language };
      const outcome = await sendPush(subscription, message, { topic: id.replaceAll('-', ''), signal });
      if (outcome.kind !== 'gone') return outcome;
      await deleteSubscription(db, notice.to, endpointHashOf(keys, subscription.endpoint));
      return { kind: 'done' };
    },
  };
}
