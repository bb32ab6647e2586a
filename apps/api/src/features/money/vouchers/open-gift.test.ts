import {
  claimVoucher,
  claimVoucherByCode,
  lookUpVoucher,
  readVoucher,
  receivedGifts,
  sayThanks,
  sentGifts,
  showCode,
  showCodeByLink,
  viewVoucher,
  viewVoucherByCode,
  voucherPdf,
} from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { hold } from '../../../testing/holds.ts';
import { newShop, type Shop } from '../../../testing/shops.ts';
import { redeem } from '../../../testing/tills.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'redeemByCode');
  shop = await newShop(system);
});
afterAll(() => system.close());

type Giving = { buyer: SignedIn; recipient: SignedIn; gift: Gift };

async function give(): Promise<Giving> {
  const [buyer, recipient] = [await newConsumer(system), await newConsumer(system)];
  return {
    buyer,
    recipient,
    gift: await makeGift(system, { amount: 1_000, buyerId: buyer.user.id, recipient }),
  };
}

async function sentOf(buyer: SignedIn) {
  return (await system.call(sentGifts, { query: {} }, buyer)).answer.gifts[0];
}

async function openingsOf({ voucherId }: Gift): Promise<string[]> {
  const { rows } = await system.owner.query<{ reason: string }>(
    `select reason from voucher_activities where voucher_id = $1 and kind = 'OPENED'`,
    [voucherId],
  );
  return rows.map(({ reason }) => reason);
}

async function noticesOf({ voucherId }: Gift): Promise<number> {
  const { rows } = await system.owner.query(
    `select 1 from outbox where topic = 'email' and dedupe_key like $1`,
    [`gift-opened:${voucherId}%`],
  );
  return rows.length;
}

const linkOf = ({ gift: { claimToken } }: Giving) => ({ claimToken });

const READS: [name: string, read: (giving: Giving) => Promise<unknown>][] = [
  ['its page', ({ gift: { claimToken } }) => system.call(viewVoucher, { params: { claimToken } })],
  ['its web page', ({ gift }) => page(gift, 'GET', 'text/html')],
  ['a preview of WhatsApp', ({ gift }) => page(gift, 'GET', '*/*', 'WhatsApp/2.23.20.0')],
  ['a HEAD', ({ gift }) => page(gift, 'HEAD', '*/*')],
  ['its card', ({ gift }) => system.http.inject(`/v/${gift.claimToken}/card.png`)],
  [
    'the list of gifts in the wallet',
    ({ recipient }) => system.call(receivedGifts, { query: {} }, recipient),
  ],
];

function page({ claimToken }: Gift, method: 'GET' | 'HEAD', accept: string, userAgent = 'test') {
  return system.http.inject({
    method,
    url: `/v/${claimToken}`,
    headers: { accept, 'user-agent': userAgent },
  });
}

test('reading a gift neither opens it nor notifies anyone, so the buyer may still correct it', async () => {
  const giving = await give();
  for (const [, read] of READS) await read(giving);
  expect(await openingsOf(giving.gift)).toEqual([]);
  expect(await noticesOf(giving.gift)).toBe(0);
  expect(await sentOf(giving.buyer)).toMatchObject({ canBeCorrected: true });
  expect((await sentOf(giving.buyer))?.openedAt).toBeUndefined();
});

const ACTS: [
  name: string,
  told: number,
  reason: string,
  act: (giving: Giving) => Promise<{ status: number }>,
][] = [
  [
    'showing the code on its page',
    1,
    'Code shown on the gift page',
    (giving) => system.call(showCodeByLink, { body: linkOf(giving) }),
  ],
  [
    'showing the code in the wallet',
    1,
    'Code shown in the wallet',
    ({ gift: { voucherId }, recipient }) => system.call(showCode, { body: { voucherId } }, recipient),
  ],
  [
    'printing it',
    1,
    'Printed',
    async (giving) => {
      const { statusCode: status } = await system.http.inject({
        method: 'POST',
        url: voucherPdf.path,
        payload: linkOf(giving),
      });
      return { status };
    },
  ],
  [
    'saying thanks',
    0,
    'Thanks sent',
    (giving) => system.call(sayThanks, { body: { ...linkOf(giving), message: 'Asante' } }),
  ],
  [
    'typing its code',
    1,
    'Code typed by a consumer',
    ({ gift: { code }, recipient }) => system.call(viewVoucherByCode, { body: { code } }, recipient),
  ],
  [
    'a look-up at a till',
    1,
    'Code looked up by a shop',
    ({ gift: { code } }) => system.call(lookUpVoucher, { body: { code } }, shop.cashier),
  ],
  [
    'a look-up by API',
    1,
    'Code looked up by a shop',
    ({ gift: { code } }) => system.call(readVoucher, { params: { id: code } }, shop),
  ],
  ['a hold', 1, 'Held by a shop', ({ gift: { code } }) => hold(system, shop, code, { amount: 100 })],
  [
    'a redemption',
    1,
    'Redeemed at a shop',
    ({ gift: { code } }) => redeem(system, shop, code, { amount: 100 }),
  ],
];

test.each(ACTS)('%s opens a gift only once', async (_, told, reason, act) => {
  const giving = await give();
  expect((await act(giving)).status).toBe(200);
  await until(async () => expect(await openingsOf(giving.gift)).toEqual([reason]));
  expect(await noticesOf(giving.gift)).toBe(told);
  expect(await sentOf(giving.buyer)).toMatchObject({ openedAt: expect.any(String), canBeCorrected: false });
  await system.call(showCodeByLink, { body: linkOf(giving) });
  expect(await openingsOf(giving.gift)).toEqual([reason]);
  expect(await noticesOf(giving.gift)).toBe(told);
});

test.each([
  ['by its link', (giving: Giving) => system.call(claimVoucher, { body: linkOf(giving) }, giving.recipient)],
  [
    'by its code',
    ({ gift: { code }, recipient }: Giving) => system.call(claimVoucherByCode, { body: { code } }, recipient),
  ],
])('adding a gift to a wallet %s opens it, without a separate notice of the opening', async (_, claim) => {
  const giving = await give();
  expect((await claim(giving)).outcome).toBe('ok');
  expect(await sentOf(giving.buyer)).toMatchObject({ status: 'CLAIMED', openedAt: expect.any(String) });
  expect(await noticesOf(giving.gift)).toBe(0);
});

test('concurrent requests that open a gift open it once', async () => {
  const giving = await give();
  const shown = await Promise.all(
    Array.from({ length: 10 }, () => system.call(showCodeByLink, { body: linkOf(giving) })),
  );
  expect(new Set(shown.map(({ answer }) => answer.code)).size).toBe(1);
  expect(await openingsOf(giving.gift)).toHaveLength(1);
  expect(await noticesOf(giving.gift)).toBe(1);
});

test('a link that a correction has retired shows no code and opens no gift', async () => {
  const giving = await give();
  await system.owner.query(`update vouchers set deliver_at = now() + interval '1 day' where id = $1`, [
    giving.gift.voucherId,
  ]);
  for (const claimToken of [giving.gift.claimToken, giving.gift.claimToken.slice(1), giving.gift.code]) {
    expect((await system.call(showCodeByLink, { body: { claimToken } })).status).toBeGreaterThanOrEqual(404);
  }
  expect(await openingsOf(giving.gift)).toEqual([]);
});
