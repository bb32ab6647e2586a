import { randomBytes, randomInt } from 'node:crypto';
import { isAlias, voucherAliasFrom, voucherCodeFromBytes } from '@zawadi/contract';
import {
  encrypt,
  hashWith,
  randomToken,
  shortSecretHash,
  tokenHash,
  type Key,
  type Keys,
} from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { findName, takeNames } from '../../services/unique-names/index.ts';

/** Columns to store: the sealed values, from which code, alias and link can be shown and sent again. */
export type Secrets = {
  code_sealed: Buffer;
  code_last_four: string;
  alias_sealed: Buffer;
  claim_token_sealed: Buffer;
};

/**
 * Makes a new code, alias and claim link for each voucher, and stores their hashes for look-ups.
 * @returns the rows of the vouchers with the sealed values
 */
export async function withSecrets<Row extends { id: string }>(
  tx: Transaction,
  keys: Keys,
  rows: Row[],
): Promise<(Row & Secrets)[]> {
  const made = [];
  for (const row of rows) {
    const code = voucherCodeFromBytes(randomBytes(15));
    made.push({ row, voucherId: row.id, code, alias: await newAlias(tx, keys), claimToken: randomToken() });
  }
  const areTaken = await takeNames(tx, [
    ...made.map(({ voucherId, alias }) => nameOf(voucherId, 'voucher_code', voucherCodeKey(keys[0], alias))),
    ...made.map(({ voucherId, code }) => nameOf(voucherId, 'voucher_code', voucherCodeKey(keys[0], code))),
    ...made.map(({ voucherId, claimToken }) => nameOf(voucherId, 'claim_token', claimTokenKey(claimToken))),
  ]);
  // Codes and tokens are long enough never to meet; among millions of aliases, two are the same now and then.
  for (const [n, one] of made.entries()) {
    if (areTaken[n] !== true) one.alias = await takeFreeAlias(tx, keys, one.voucherId);
  }
  return made.map(({ row, code, alias, claimToken }) => ({
    ...row,
    code_sealed: encrypt(keys, code),
    code_last_four: code.slice(-4),
    alias_sealed: encrypt(keys, alias),
    claim_token_sealed: encrypt(keys, claimToken),
  }));
}

async function takeFreeAlias(tx: Transaction, keys: Keys, voucherId: string): Promise<string> {
  for (;;) {
    const alias = await newAlias(tx, keys);
    const name = nameOf(voucherId, 'voucher_code', voucherCodeKey(keys[0], alias));
    const [isTaken = false] = await takeNames(tx, [name]);
    if (isTaken) return alias;
  }
}

/** Draws an alias that no voucher has under a former key. While keys are rotated, look-ups find those aliases too. */
async function newAlias(tx: Transaction, [, ...former]: Keys): Promise<string> {
  for (;;) {
    const alias = voucherAliasFrom(String(randomInt(10 ** 12)).padStart(12, '0'));
    const names = former.map((key) => voucherCodeKey(key, alias));
    if (names.length === 0 || !(await findName(tx, 'voucher_code', names))) return alias;
  }
}

function nameOf(voucherId: string, kind: 'voucher_code' | 'claim_token', key: string) {
  return { kind, key, homeId: voucherId, targetId: voucherId };
}

/**
 * Hashes a code or an alias for look-ups, with the key that sealed it. Without the key, a copy of the database reveals
 * no spendable code.
 */
export function voucherCodeKey(key: Key, codeOrAlias: string): string {
  const hashed = isAlias(codeOrAlias)
    ? shortSecretHash(key, codeOrAlias)
    : hashWith(key, `voucher-code/${codeOrAlias}`);
  return hashed.toString('hex');
}

/** Hashes a code or an alias with the current and each former key; one of the hashes finds the voucher. */
export function voucherCodeKeys(keys: Keys, codeOrAlias: string): string[] {
  return keys.map((key) => voucherCodeKey(key, codeOrAlias));
}

export function claimTokenKey(claimToken: string): string {
  return tokenHash(claimToken).toString('hex');
}
