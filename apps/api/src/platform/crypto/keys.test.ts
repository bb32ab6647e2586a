import { expect, test } from 'vitest';
import { decrypt, deriveKeys, encrypt, open, signingKeys } from './keys.ts';
import { sealWithoutKeyId } from '../../testing/seal-without-key-id.ts';

const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte));

function ringOf(...secrets: (Buffer | undefined)[]) {
  return deriveKeys(...secrets.filter((secret) => secret !== undefined));
}

test('a sealed value has the id of its key, and every ring with that key opens it', () => {
  const sealed = encrypt(ringOf(OLD), 'MKATE');
  for (const ring of [ringOf(OLD), ringOf(NEW, OLD), ringOf(OLD, NEW)])
    expect(open(ring, sealed)).toMatchObject({ text: 'MKATE', key: { id: ringOf(OLD)[0].id } });
  expect(sealed.subarray(1, 5).toString('hex')).toBe(ringOf(OLD)[0].id);
  expect(open(ringOf(NEW, OLD), encrypt(ringOf(NEW, OLD), 'MKATE')).key.id).toBe(ringOf(NEW)[0].id);
});

test('names a missing key in the error, and opens nothing under the id of another key', () => {
  const sealed = encrypt(ringOf(OLD), 'MKATE');
  const { id } = ringOf(OLD)[0];
  expect(() => decrypt(ringOf(NEW), sealed)).toThrow(`sealed by the key ${id}, which is not in APP_SECRETS`);
  const relabelled = Buffer.concat([
    sealed.subarray(0, 1),
    Buffer.from(ringOf(NEW)[0].id, 'hex'),
    sealed.subarray(5),
  ]);
  expect(() => decrypt(ringOf(NEW, OLD), relabelled)).toThrow('unable to authenticate data');
});

test('a sealed value that we hand out opens for its own purpose only', () => {
  const keys = ringOf(OLD);
  const proof = encrypt(keys, 'MKATE', 'claim-proof');
  expect(decrypt(keys, proof, 'claim-proof')).toBe('MKATE');
  expect(() => decrypt(keys, proof, 'passkey-challenge')).toThrow('unable to authenticate data');
  expect(() => decrypt(keys, proof)).toThrow('unable to authenticate data');
  expect(() => decrypt(keys, encrypt(keys, 'MKATE'), 'claim-proof')).toThrow('unable to authenticate data');
});

test('finds the right key for values sealed before key ids existed', () => {
  const sealed = sealWithoutKeyId(ringOf(OLD), 'MKATE');
  expect(open(ringOf(NEW, OTHER, OLD), sealed)).toMatchObject({
    text: 'MKATE',
    key: { id: ringOf(OLD)[0].id },
  });
  expect(() => decrypt(ringOf(NEW, OTHER), sealed)).toThrow('no key of APP_SECRETS opens');
});

test('accepts signatures by a replaced key for an hour, if the signed value is stored nowhere', () => {
  const ring = ringOf(NEW, OLD, OTHER);
  const [, old] = ring;
  if (old) old.replacedAt = new Date('2026-11-23T09:00:00Z');
  const idsAt = (time: string) => signingKeys(ring, new Date(`2026-11-23T${time}Z`)).map(({ id }) => id);
  expect(idsAt('09:59:59')).toEqual(ring.map(({ id }) => id));
  expect(idsAt('10:00:00')).toEqual([ring[0].id, ringOf(OTHER)[0].id]);
});
