import { randomBytes } from 'node:crypto';
import { voucherCodeFromBytes } from '@zawadi/contract';
import {
  encrypt,
  hashWith,
  randomToken,
  tokenHash,
  type Key,
  type Keys,
} from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { takeNames } from '../../services/unique-names/index.ts';

export type Secrets = {
  /** Columns to store: the sealed values, from which code and link can be shown and sent again. */
  columns: { code_sealed: Buffer; code_last_four: string; claim_token_sealed: Buffer };
  codeKey: string;
  claimKey: string;
};

/** Makes a new code and claim link. */
export function newSecrets(keys: Keys): Secrets {
  const code = voucherCodeFromBytes(randomBytes(15));
  const claimToken = randomToken();
  return {
    columns: {
      code_sealed: encrypt(keys, code),
      code_last_four: code.slice(-4),
      claim_token_sealed: encrypt(keys, claimToken),
    },
    codeKey: voucherCodeKey(keys[0], code),
    claimKey: claimTokenKey(claimToken),
  };
}

/** Stores the hashes of each voucher's code and claim link, for look-ups. */
export async function registerSecrets(
  tx: Transaction,
  all: { voucherId: string; secrets: Pick<Secrets, 'codeKey' | 'claimKey'> }[],
): Promise<void> {
  const names = all.flatMap(({ voucherId, secrets: { codeKey, claimKey } }) => {
    const target = { homeId: voucherId, targetId: voucherId };
    return [
      { kind: 'voucher_code' as const, key: codeKey, ...target },
      { kind: 'claim_token' as const, key: claimKey, ...target },
    ];
  });
  await takeNames(tx, names);
}

/**
 * Hashes a code for look-ups, with the key that sealed the code. Without the key, a copy of the database reveals no
 * spendable code.
 */
export function voucherCodeKey(key: Key, code: string): string {
  return hashWith(key, `voucher-code/${code}`).toString('hex');
}

/** Hashes a code with the current and each former key; one of the hashes finds the voucher. */
export function voucherCodeKeys(keys: Keys, code: string): string[] {
  return keys.map((key) => voucherCodeKey(key, code));
}

export function claimTokenKey(claimToken: string): string {
  return tokenHash(claimToken).toString('hex');
}
