import { parseVoucherCode, uuid } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { findName } from '../../money/unique-names/index.ts';
import { voucherCodeKey } from '../../money/vouchers/index.ts';

/**
 * The voucher that an API call names, by its id or its full code.
 * @returns undefined for what is neither; an id is only known to be well formed
 */
export async function findVoucherId(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  given: string,
): Promise<{ voucherId: string; isByCode: boolean } | undefined> {
  const code = parseVoucherCode(given);
  if (code !== undefined) {
    const found = await findName(db, 'voucher_code', voucherCodeKey(keys, code));
    return found && { voucherId: found.targetId, isByCode: true };
  }
  return uuid.safeParse(given).success ? { voucherId: given.toLowerCase(), isByCode: false } : undefined;
}
