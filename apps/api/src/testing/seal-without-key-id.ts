import { createCipheriv, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { decrypt, type Keys } from '../platform/crypto/keys.ts';

/** Seals a value in the format that had no key id: version, nonce, tag and text. */
export function sealWithoutKeyId([{ encryption }]: Keys, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', encryption, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([1]), nonce, cipher.getAuthTag(), body]);
}

/** Converts the values of a column to the sealed format without a key id. */
export async function unmark(
  owner: Pool,
  keys: Keys,
  { table, key, column }: { table: string; key: string; column: string },
): Promise<void> {
  const { rows } = await owner.query<{ id: string; sealed: Buffer }>(
    `select ${key} as id, ${column} as sealed from ${table}`,
  );
  for (const { id, sealed } of rows) {
    const before = sealWithoutKeyId(keys, decrypt(keys, sealed));
    await owner.query(`update ${table} set ${column} = $2 where ${key} = $1`, [id, before]);
  }
}
