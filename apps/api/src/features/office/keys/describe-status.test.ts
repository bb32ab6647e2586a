import { expect, test } from 'vitest';
import { describeStatus } from './describe-status.ts';
import { ringOf } from './testing/processes.ts';

const keys = ringOf(['n'.repeat(32), 'o'.repeat(32)]);
const [{ id: newest }, former] = keys;
const old = former?.id ?? '';

test('reports a secret as removable when no value is sealed with its key', () => {
  expect(describeStatus(keys, [{ what: 'voucher codes', keyId: newest, uses: 7 }])).toEqual([
    `Key ${newest}, which seals whatever is new: voucher codes (7).`,
    `Key ${old}: nothing. Its secret can be taken out of APP_SECRETS.`,
  ]);
});

test('a sealed value without a key id may belong to every key but the newest', () => {
  expect(describeStatus(keys, [{ what: 'voucher codes', keyId: null, uses: 7 }])).toEqual([
    `Key ${newest}, which seals whatever is new: nothing.`,
    `Key ${old}: nothing.`,
    'Without a key id, from before there were any: voucher codes (7).',
  ]);
});

test('names a key that is used but missing in the key ring, and explains the effect on recovery codes', () => {
  const uses = [{ what: 'people with recovery codes', keyId: 'abcdef01', uses: 3 }];
  expect(describeStatus(keys, uses)).toEqual([
    `Key ${newest}, which seals whatever is new: nothing.`,
    `Key ${old}: nothing. Its secret can be taken out of APP_SECRETS.`,
    'Key abcdef01, which is not in the ring: people with recovery codes (3).',
    'Recovery codes come under the newest key when their owners make new ones, or are told to.',
  ]);
});

test('never reports a secret as removable while a process seals with it', () => {
  const sealing = { at: new Date('2026-11-23T09:00:00Z'), by: 'process 7 on host' };
  expect(describeStatus(keys, [], [{ id: old, sealing }])).toEqual([
    `Key ${newest}, which seals whatever is new: nothing.`,
    `Key ${old}: nothing. It was sealed with until 2026-11-23T09:00:00.000Z by process 7 on host.`,
  ]);
});
