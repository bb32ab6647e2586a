import { isMistypedCodeOrAlias, parseCodeOrAlias, uuid } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findName } from '../../services/unique-names/index.ts';
import { voucherCodeKeys } from './secrets.ts';

export type NamedVoucher = { voucherId: string; by: 'id' | 'code' | 'former-code' };

/**
 * Finds the voucher that an API request names by its id, full code or alias. Finds retired codes too, so that a retry gets
 * its stored answer; the caller must refuse everything else with such a code.
 * @returns undefined if the text is neither an id nor a known code or alias; only the form of an id is checked
 * @throws Refusal `voucher_code_mistyped`
 */
export async function findNamedVoucher(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  given: string,
): Promise<NamedVoucher | undefined> {
  const code = parseCodeOrAlias(given);
  if (code !== undefined) {
    const codeKeys = voucherCodeKeys(keys, code);
    const found = await findName(db, 'voucher_code', codeKeys);
    if (found) return { voucherId: found.targetId, by: 'code' };
    const former = await findName(db, 'former_voucher_code', codeKeys);
    return former && { voucherId: former.targetId, by: 'former-code' };
  }
  if (isMistypedCodeOrAlias(given)) throw new Refusal('voucher_code_mistyped');
  return uuid.safeParse(given).success ? { voucherId: given.toLowerCase(), by: 'id' } : undefined;
}
