import type { TransferGroup } from '../../../ledger/index.ts';
import { account } from './accounts.ts';
import { group } from './group.ts';

/** Money of a batch. The merchant is the home of all its transfers. */
type SettlementMoney = { settlementId: string; merchantId: string };

/** Reserves the balance that a merchant is owed for a batch. */
export function settlementReserved(money: SettlementMoney & { grossCents: bigint }): TransferGroup {
  const { merchantId: homeId, settlementId, grossCents: amount } = money;
  return group('settlement_reserved', settlementId, [
    { leg: 'gross', homeId, debit: account.merchant(homeId), credit: account.held(settlementId), amount },
  ]);
}

/** Posts a paid batch: the net amount leaves our float at M-PESA or the bank, the fee is ours. */
export function settlementPaid(
  money: SettlementMoney & {
    netCents: bigint;
    feeCents: bigint;
    paidFrom: 'mpesa' | 'bank';
    reference?: string;
  },
): TransferGroup {
  const { merchantId: homeId, settlementId, reference } = money;
  const debit = account.held(settlementId);
  const credit = money.paidFrom === 'mpesa' ? account.payout : account.bankPayout;
  return group('settlement_paid', settlementId, [
    { leg: 'net', homeId, debit, credit, amount: money.netCents, reference },
    { leg: 'fee', homeId, debit, credit: account.settlementFee, amount: money.feeCents, reference },
  ]);
}

/** Releases a canceled batch; the merchant is owed the money as before. */
export function settlementCanceled(money: SettlementMoney): TransferGroup {
  const { merchantId: homeId, settlementId } = money;
  return group('settlement_canceled', settlementId, [
    {
      leg: 'gross',
      homeId,
      debit: account.held(settlementId),
      credit: account.merchant(homeId),
      amount: 'all',
    },
  ]);
}
