import { cloth, shillingsOf, type VoucherOfCode, type VoucherStatus } from '@zawadi/contract';
import type { Voucher } from './store.ts';

/** What every viewer of a gift sees. */
export function describeGift(
  voucher: Voucher,
  { status, balanceCents }: { status: VoucherStatus; balanceCents: bigint },
): VoucherOfCode {
  return {
    voucherId: voucher.id,
    status,
    value: shillingsOf(voucher.faceCents),
    balance: shillingsOf(balanceCents),
    senderName: voucher.senderName,
    recipientName: voucher.recipientName,
    message: voucher.message,
    cloth: cloth.parse(voucher.cloth),
    expiresAt: voucher.expiresAt.toISOString(),
  };
}
