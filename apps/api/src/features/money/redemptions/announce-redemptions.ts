import { shillingsOf } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import type { OutboxHandler } from '../../../platform/outbox/handle-row.ts';
import { notify, type Notice } from '../../services/messages/index.ts';
import { publishEvent, type WebhookEvent } from '../../services/merchant-events/index.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import { outboxInsert } from '../../../platform/outbox/enqueue.ts';
import { openRedeemed, readRecipientLanguages } from '../vouchers/index.ts';
import { readAnnouncements, type Announcement, type RedemptionKey } from './store.ts';

const RETRIES_MS = [
  SECOND_MS,
  5 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
];

/** Topic of outbox rows; each row lists redemptions to announce. */
export const ANNOUNCEMENTS = 'redemptions';

/**
 * Outbox handler of redemptions: writes messages to recipients and webhook events of merchants, and marks the gifts
 * as opened. Deduplication keys derive from the redemption, so processing a row twice writes nothing twice.
 */
export function createAnnouncer(
  deps: Pick<Deps, 'db' | 'keys'>,
): Record<typeof ANNOUNCEMENTS, OutboxHandler> {
  return {
    [ANNOUNCEMENTS]: {
      retryDelaysMs: RETRIES_MS,
      run: async (payload) => {
        const announced = await inTransaction(deps.db, async (tx) => {
          // We sealed the payload ourselves, so its shape needs no check.
          const { redemptions } = payload as { redemptions: RedemptionKey[] };
          const announcements = await readAnnouncements(tx, redemptions);
          await notify(tx, deps, ...(await noticesFor(tx, announcements)));
          await publishEvent(tx, ...announcements.flatMap(eventsFor));
          return announcements;
        });
        await openRedeemed(
          deps,
          announced.map(({ voucherId }) => voucherId),
        );
        return { kind: 'done' };
      },
    },
  };
}

/**
 * Makes the SQL insert of an outbox row, by which the worker sends messages and events of redemptions and captured
 * holds. One row covers a whole batch. The row is urgent, so it need not wait behind messages to slow servers.
 * @param redemptions at least one
 */
export function redemptionAnnouncement(
  keys: Keys,
  redemptions: RedemptionKey[],
): ReturnType<typeof outboxInsert> {
  const row = { topic: ANNOUNCEMENTS, payload: { redemptions }, isUrgent: true, waitsForPoll: true };
  return outboxInsert(keys, [row]);
}

/** Notifies the recipient of every redemption, as M-PESA notifies of every payment. */
async function noticesFor(tx: Transaction, announcements: Announcement[]): Promise<Notice[]> {
  const vouchers = announcements.map(({ voucherId, recipientMsisdn, recipientEmail }) => ({
    id: voucherId,
    recipientMsisdn,
    recipientEmail,
  }));
  const languages = await readRecipientLanguages(tx, vouchers);
  return announcements.flatMap(({ id, voucherId, businessName, recipientMsisdn, ...announcement }, n) => {
    if (recipientMsisdn === null) return [];
    const amount = shillingsOf(announcement.amountCents);
    const balance = shillingsOf(announcement.balanceAfterCents);
    const data = { voucherId, amount, balance, businessName };
    const language = languages[n];
    return [{ template: 'voucher-redeemed', data, sms: recipientMsisdn, language, dedupeKey: id }];
  });
}

/** Makes the webhook events; none for a merchant without a webhook or a program listening for events. */
function eventsFor(announcement: Announcement): WebhookEvent[] {
  const { id: redemption_id, voucherId: voucher_id, merchantId, isHeard } = announcement;
  if (!isHeard) return [];
  const amount = shillingsOf(announcement.amountCents);
  const balance = shillingsOf(announcement.balanceAfterCents);
  const status = balance === 0 ? 'REDEEMED' : 'PARTIALLY_REDEEMED';
  const { reference, metadata } = announcement;
  const common = {
    redemption_id,
    voucher_id,
    amount,
    currency: 'KES',
    ...(reference !== null && { reference }),
    ...(metadata !== null && { metadata }),
  } as const;
  const cause = { merchantId, dedupeKey: redemption_id };
  return [
    { ...cause, type: 'voucher.redeemed', data: { ...common, balance, status } },
    {
      ...cause,
      type: 'transaction.completed',
      data: { ...common, transaction_id: redemption_id, type: 'redemption' },
    },
  ];
}
