import type { TransactionType } from '@zawadi/contract';
import type { VoucherRead } from './read-voucher.ts';

/**
 * Under which keys the outbox has what people were told because of a transaction: the template, and the cause that was
 * given for it where it was written.
 */
export function noticeKeysOf(of: {
  type: TransactionType;
  id: string;
  tryIds: string[];
  voucher: VoucherRead | undefined;
}): string[] {
  const { type, id, tryIds, voucher } = of;
  return [...OWN[type](id, tryIds), ...(type === 'Deposit' && voucher ? ofVoucher(voucher) : [])];
}

const OWN: Record<TransactionType, (id: string, tryIds: string[]) => string[]> = {
  Deposit: (id, tryIds) => [
    `purchase-completed:${id}`,
    ...tryIds.flatMap((attempt) => [`second-payment:${attempt}`, `purchase-failed:${attempt}`]),
  ],
  Withdrawal: (id) => [`withdrawal-completed:${id}`, `withdrawal-failed:${id}`],
  Redemption: (id) => [`voucher-redeemed:${id}`, `redemption-reversed:${id}`],
  Claim: () => [],
  Settlement: (id) => [`settlement-paid:${id}`],
  Refund: (id) => [`refund-completed:${id}`],
};

/** The gift was announced, and again each time somebody sent or corrected it. */
function ofVoucher({ voucherIds, activityIds }: VoucherRead): string[] {
  const occasions = ['', ...activityIds.map((activityId) => `/${activityId}`)];
  return voucherIds.flatMap((id) => occasions.map((occasion) => `voucher-gift:${id}${occasion}`));
}
