import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pack, unpack } from './packed.ts';

const NAME = 'zawadi-2026-11-28T09-05-00Z';

let work: string;
let packed: string;
let identity: string;
beforeEach(async () => {
  work = mkdtempSync(join(tmpdir(), 'zawadi-packed-'));
  packed = join(work, `${NAME}.tar.age`);
  identity = await generateX25519Identity();
  mkdirSync(join(work, NAME));
  mkdirSync(join(work, 'out'));
  writeFileSync(join(work, NAME, 'users.copy.gz'), 'amina@zawadi.test '.repeat(100_000));
});
afterEach(() => rmSync(work, { recursive: true }));

async function packFor(...identities: string[]): Promise<void> {
  const recipients = await Promise.all(identities.map((one) => identityToRecipient(one)));
  await pack(join(work, NAME), { into: packed, recipients });
}

test('a packed backup is read by each of its recipients only, and is unreadable on the disk', async () => {
  const second = await generateX25519Identity();
  await packFor(identity, second);
  expect(readFileSync(packed).includes('amina')).toBe(false);
  const folder = await unpack(packed, { into: join(work, 'out'), identity: second });
  expect(folder).toBe(join(work, 'out', NAME));
  expect(readFileSync(join(folder, 'users.copy.gz'))).toEqual(
    readFileSync(join(work, NAME, 'users.copy.gz')),
  );
  const other = await generateX25519Identity();
  await expect(unpack(packed, { into: join(work, 'out'), identity: other })).rejects.toThrow(
    `${NAME}.tar.age was encrypted for another key.`,
  );
});

test('a packed backup that was changed or cut off is refused', async () => {
  await packFor(identity);
  const whole = readFileSync(packed);
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(1_000) ^ 1, 1_000);
  for (const content of [changed, whole.subarray(0, -1), whole.subarray(0, 70_000), Buffer.alloc(0)]) {
    writeFileSync(packed, content);
    await expect(unpack(packed, { into: join(work, 'out'), identity })).rejects.toThrow(
      `${NAME}.tar.age is damaged`,
    );
  }
});

test('what is not a public key is refused', async () => {
  await expect(pack(join(work, NAME), { into: packed, recipients: ['age1abc'] })).rejects.toThrow(
    'age1abc is not a public key of age',
  );
});
