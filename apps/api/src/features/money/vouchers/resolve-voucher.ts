import { cloth, formatVoucherAlias, formatVoucherCode, shillingsOf } from '@zawadi/contract';
import { decrypt } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import { batched } from '../../../platform/batcher.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { ResolveVoucher } from '../../services/messages/index.ts';
import { readFeaturesOn } from '../../services/settings/index.ts';
import { findVouchers } from './store.ts';

/**
 * Reads the voucher details of a message when the message is sent, and only if its addressee is still the recipient.
 */
export function createVoucherResolver(deps: Pick<Deps, 'db' | 'keys' | 'config' | 'log'>): ResolveVoucher {
  // Batches the reads, because SMS and email about one voucher are sent at the same time.
  const read = batched((ids: string[]) => readEach(deps.db, ids), {
    onBatchError: (error) =>
      deps.log.warn(
        { err: error },
        'a batch read of vouchers for outgoing messages failed; reading them one by one',
      ),
  });
  return async (voucherId, address) => {
    const voucher = await read(voucherId);
    if (!voucher || (address !== voucher.recipientMsisdn && address !== voucher.recipientEmail))
      return undefined;
    const features = await readFeaturesOn(deps.db);
    return {
      code: formatVoucherCode(decrypt(deps.keys, voucher.codeSealed)),
      alias: features.has('aliases')
        ? formatVoucherAlias(decrypt(deps.keys, voucher.aliasSealed))
        : undefined,
      dial: features.has('ussd') ? deps.config.ussd.serviceCode : undefined,
      link: `${deps.config.publicUrl}/v/${decrypt(deps.keys, voucher.claimTokenSealed)}`,
      value: shillingsOf(voucher.faceCents),
      balance: shillingsOf(voucher.balanceCents),
      senderName: voucher.senderName,
      recipientName: voucher.recipientName,
      message: voucher.message,
      expiresAt: voucher.expiresAt,
      cloth: cloth.parse(voucher.cloth),
      isOfOneShop: voucher.issuerMerchantId !== null,
    };
  };
}

async function readEach(db: Db, ids: string[]) {
  const distinct = [...new Set(ids)];
  const vouchers = await findVouchers(db, distinct);
  return ids.map((id) => vouchers[distinct.indexOf(id)]);
}
