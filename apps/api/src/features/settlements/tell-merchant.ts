import { shillingsOf } from '@zawadi/contract';
import type { Transaction } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { readMerchant } from '../merchants/index.ts';
import { notify } from '../notifications/index.ts';
import { nameOf } from './destination.ts';
import type { SettlementRecord } from './store.ts';

/** Tells the owner that a batch is paid, and the merchant's own system by its webhook. */
export async function tellPaid(
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
}

/** Tells the owner that a pay-out did not succeed: once for each reason, however often it is tried. */
export async function tellFailed(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  settlement: SettlementRecord,
  reason: string,
): Promise<void> {
  await notify(tx, deps, {
    template: 'settlement-failed',
    data: { batchId: settlement.batchId, amount: shillingsOf(settlement.amountCents), reason },
    ...(await ownerOf(tx, settlement)),
    dedupeKey: `${settlement.id}:${reason}`,
  });
}

async function ownerOf(
  tx: Transaction,
  { merchantId }: SettlementRecord,
): Promise<{ sms: string | undefined; email: string | undefined }> {
  const merchant = await readMerchant(tx, merchantId);
  return { sms: merchant?.contactPhoneMsisdn, email: merchant?.contactEmail };
}
