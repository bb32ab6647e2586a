import { cloth, formatVoucherCode, shillingsOf } from '@zawadi/contract';
import { decrypt } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import type { ResolveVoucher } from '../../messages/messages/index.ts';
import { voucherBalance } from './find-voucher.ts';
import { findVoucher } from './store.ts';

/** Looks up what a message about a voucher says, at the moment it is sent and only for its present recipient. */
export function createVoucherResolver(deps: Pick<Deps, 'db' | 'keys' | 'config'>): ResolveVoucher {
  return async (voucherId, address) => {
    const voucher = await findVoucher(deps.db, voucherId);
    if (!voucher || (address !== voucher.recipientMsisdn && address !== voucher.recipientEmail))
      return undefined;
    return {
      code: formatVoucherCode(decrypt(deps.keys, voucher.codeSealed)),
      link: `${deps.config.publicUrl}/v/${decrypt(deps.keys, voucher.claimTokenSealed)}`,
      value: shillingsOf(voucher.faceCents),
      balance: shillingsOf(await voucherBalance(deps.db, voucherId)),
      senderName: voucher.senderName,
      recipientName: voucher.recipientName,
      message: voucher.message,
      expiresAt: voucher.expiresAt,
      cloth: cloth.parse(voucher.cloth),
      isOfOneShop: voucher.issuerMerchantId !== null,
    };
  };
}
