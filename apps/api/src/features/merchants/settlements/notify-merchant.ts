import { shillingsOf } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { readMerchant } from '../../people/merchants/index.ts';
import { notify } from '../../services/messages/index.ts';
import { publishEvent } from '../../services/merchant-events/index.ts';
import { nameOf } from './destination.ts';
import type { SettlementRecord } from './store.ts';

/** Notifies the owner and, by webhook, the merchant's own system that a batch was paid. */
export async function notifyPaid(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  settlement: SettlementRecord,
  reference: string | undefined,
): Promise<void> {
  const { amountCents, feeCents, batchId, destination } = settlement;
  await notify(tx, deps, {
    template: 'settlement-paid',
    data: {
      batchId,
      amount: shillingsOf(amountCents),
      paidOut: shillingsOf(amountCents - feeCents),
      destination: nameOf(destination),
      ...(reference !== undefined && { reference }),
    },
    ...(await ownerOf(tx, settlement)),
    dedupeKey: settlement.id,
  });
  await publishEvent(tx, {
    merchantId: settlement.merchantId,
    type: 'settlement.processed',
    data: {
      settlement_id: batchId,
      batch_id: batchId,
      amount: shillingsOf(amountCents),
      fee: shillingsOf(feeCents),
      net: shillingsOf(amountCents - feeCents),
      currency: 'KES',
      transaction_count: settlement.transactionCount,
      receipt: reference,
    },
    dedupeKey: settlement.id,
  });
}

/**
 * Notifies of a failed pay-out. The owner gets one message per reason, however many attempts fail. The merchant's own
 * system gets one webhook per attempt.
 */
export async function notifyFailed(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  settlement: SettlementRecord,
  { attemptId, reason }: { attemptId: string; reason: string },
): Promise<void> {
  const { merchantId, id, batchId } = settlement;
  const amount = shillingsOf(settlement.amountCents);
  await notify(tx, deps, {
    template: 'settlement-failed',
    data: { batchId, amount, reason },
    ...(await ownerOf(tx, settlement)),
    dedupeKey: `${id}:${reason}`,
  });
  await publishEvent(tx, {
    merchantId,
    type: 'payment.failed',
    data: { settlement_id: batchId, batch_id: batchId, amount, currency: 'KES', reason },
    dedupeKey: attemptId,
  });
}

async function ownerOf(
  tx: Transaction,
  { merchantId }: SettlementRecord,
): Promise<{ sms: string | undefined; email: string | undefined }> {
  const merchant = await readMerchant(tx, merchantId);
  return { sms: merchant?.contactPhoneMsisdn, email: merchant?.contactEmail };
}
