import { newPerson } from '@zawadi/story/people';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { bounceAddress, reportAddress } from './report-addresses.ts';
import { giftOf, post, sendGift, untilState } from './testing/gift-states.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterEach(() => system.provider.reset());
afterAll(() => system.close());

test('a bounce shows a mail as not delivered', async () => {
  const recipient = newPerson('Kip', 'Rotich');
  await system.sandbox.behave({ mail: { bounce: [recipient.email] } });
  const { buyer } = await sendGift(system, recipient);
  const gift = await untilState(system, buyer, ['email', 'not_delivered']);
  expect(gift?.messages.email?.failure).toBe('no_such_address');
});

test('a mail that the mail server refuses at once is not delivered; a late one stays sent', async () => {
  const [unknown, slow] = [newPerson('Kip', 'Rotich'), newPerson('Kim', 'Rotich')];
  await system.sandbox.behave({ mail: { refuse: [unknown.email], delay: [slow.email] } });
  const refused = await untilState(system, (await sendGift(system, unknown)).buyer, [
    'email',
    'not_delivered',
  ]);
  expect(refused?.messages.email?.failure).toBe('no_such_address');

  const { buyer } = await sendGift(system, slow);
  await until(async () => {
    const events = await system.sandbox.events();
    expect(events.filter(({ title, callbackId }) => title === 'Callback sent' && callbackId)).not.toEqual([]);
  });
  await untilState(system, buyer, ['email', 'sent']);
});

function bounceTo(address: string, action = 'failed', status = '5.2.2'): string {
  return [
    'From: MAILER-DAEMON@mail.test',
    `Delivered-To: ${address}`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.test',
    '',
    `Final-Recipient: rfc822; kip@mail.test`,
    `Action: ${action}`,
    `Status: ${status}`,
    '',
    '--b--',
  ].join('\r\n');
}

test('accepts only bounces to an address that we made, and only reports', async () => {
  const { buyer, gift } = await sendGift(system);
  await untilState(system, buyer, ['email', 'sent']);
  const { rows } = await system.owner.query<{ id: string }>(
    `select id from outbox where topic = 'email' and dedupe_key = $1`,
    [`voucher-gift:${gift.voucherId}`],
  );
  const address = bounceAddress(system.deps.keys, 'bounces@zawadi.test', rows[0]?.id ?? '');
  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
  const url = reportAddress(system.deps, 'mail-bounces');
  const harmless = [
    bounceTo(address.replace(/[0-9a-f]{16}@/u, `${'0'.repeat(16)}@`)),
    bounceTo(address, 'delayed', '4.4.1'),
    `To: ${address}\r\nSubject: I am away\r\n\r\nBack on Monday`,
    'no mail at all',
  ];
  for (const mail of harmless) expect(await post(url, mail, 'message/rfc822')).toBe(200);
  expect((await giftOf(system, buyer))?.messages.email).toMatchObject({ state: 'sent' });

  expect(await post(url, bounceTo(address.toUpperCase()), 'message/rfc822')).toBe(200);
  expect((await giftOf(system, buyer))?.messages.email).toMatchObject({
    state: 'not_delivered',
    failure: 'mailbox_full',
  });
});
