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
  /** As they are stored: sealed, for showing and sending them again. */
  columns: { code_sealed: Buffer; code_last_four: string; claim_token_sealed: Buffer };
  codeKey: string;
  claimKey: string;
};

/** A code and a claim link that were never shown. */
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

/** Registers code and claim link of each voucher, so that it can be found by them. */
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

/** How a code is found: a keyed hash, so that a copy of the database holds no spendable code. Its key is that of the sealed code. */
export function voucherCodeKey(key: Key, code: string): string {
  return hashWith(key, `voucher-code/${code}`).toString('hex');
}

/** One for each key of the ring: a code is found by one of them. */
export function voucherCodeKeys(keys: Keys, code: string): string[] {
  return keys.map((key) => voucherCodeKey(key, code));
}

export function claimTokenKey(claimToken: string): string {
  return tokenHash(claimToken).toString('hex');
}
