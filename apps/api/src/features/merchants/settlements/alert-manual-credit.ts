import { formatKes, shillingsOf } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { raiseAlert } from '../../services/alerts/index.ts';
import { readMerchant } from '../../people/merchants/index.ts';
import { sumManualCredits } from './entries-store.ts';
import type { SettlementRecord } from './store.ts';

const WITHIN_DAYS = 30;

/** Alerts administrators when a batch pays out money that was credited manually within the last 30 days. */
export async function alertManualCredit(tx: Transaction, settlement: SettlementRecord): Promise<void> {
  const { merchantId, id: settlementId, batchId } = settlement;
  const cents = await sumManualCredits(tx, { merchantId, settlementId }, WITHIN_DAYS);
  if (cents === 0n) return;
  const merchant = await readMerchant(tx, merchantId);
  await raiseAlert(tx, {
    kind: 'manual_credit_paid_out',
    subject: settlementId,
    details: {
      amount: formatKes(shillingsOf(cents)),
      merchant: merchant ? `${merchant.businessName} (${merchant.merchantCode})` : 'a merchant',
      batchId,
    },
  });
}
