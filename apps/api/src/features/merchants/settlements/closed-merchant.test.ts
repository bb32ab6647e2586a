import { claimVoucher, updateMerchant, viewVoucher, type CallInput } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { issue } from '../../../testing/merchant-api-calls.ts';
import { sentTo } from '../../../testing/sent-messages.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { owedTo } from '../../../testing/tills.ts';
import { expireVouchers } from '../../money/vouchers/index.ts';
import { makeDueBatches } from './make-due-batches.ts';
import { payDueBatches } from './pay-due-batches.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  // A batch of an open merchant above this amount would wait for approval.
  system = await createSettlingSystem({ SETTLEMENT_AUTOMATIC_UP_TO: '1000' });
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

type Status = CallInput<typeof updateMerchant>['body']['status'];

async function setStatus({ merchantId }: Payee, status: Status): Promise<void> {
  const body = { merchantId, status, reason: 'The owner has retired' };
  const { answer } = await system.call(updateMerchant, { body }, administrator);
  expect(answer.action?.outcome ?? 'done').toBe('done');
}

/** Issues a voucher of the shop to a consumer. */
async function voucherFor(shop: Payee, { phoneNumber: phone }: { phoneNumber: string }) {
  const { answer } = await issue(system, shop, { recipient: { name: 'Neema Achieng', phone } });
  return { claimToken: answer.claim_url.split('/v/')[1] ?? '' };
}

async function settle(): Promise<void> {
  await makeDueBatches(system.deps);
  await payDueBatches(system.deps);
}

const batchesOf = async ({ merchantId }: Payee) =>
  (
    await system.owner.query<{ shillings: number; status: string }>(
      `select (amount_cents / 100)::int as shillings, status from settlements where merchant_id = $1 order by created_at`,
      [merchantId],
    )
  ).rows;

test('closing a shop pays its last settlement, and its own vouchers can be claimed for 90 days', async () => {
  const shop = await newPayee(system, { kind: 'mpesa', msisdn: '254712345678' });
  await earn(system, shop, 9_000);
  const holder = await newConsumer(system);
  const voucher = await voucherFor(shop, holder);
  const unclaimed = await voucherFor(shop, await newConsumer(system));
  const claim = () => system.call(claimVoucher, { body: voucher }, holder);
  const view = async () => (await system.call(viewVoucher, { params: voucher })).answer;
  expect((await claim()).outcome).toBe('voucher_not_claimable');

  await setStatus(shop, 'INACTIVE');
  expect(await sentTo(system, shop.contact.email, 'merchant-closed')).toMatchObject([
    { owed: 8_400, inVouchers: 600, reason: 'The owner has retired' },
  ]);
  await settle();
  await expect
    .poll(() => batchesOf(shop), { timeout: 10_000 })
    .toEqual([{ shillings: 8_400, status: 'COMPLETED' }]);

  const shown = await view();
  expect(shown).toMatchObject({ canBeClaimed: true, isShopClosed: true, shops: [] });
  const daysLeft = (new Date(shown.expiresAt).getTime() - Date.now()) / 86_400_000;
  expect(Math.round(daysLeft)).toBe(90);
  await setStatus(shop, 'ACTIVE');
  expect(await view()).toMatchObject({ canBeClaimed: false, isShopClosed: false });
  await setStatus(shop, 'INACTIVE');
  expect((await claim()).answer).toMatchObject({ amount: 300, walletBalance: 300 });

  await expireVouchers(system.deps);
  expect(await owedTo(system, shop)).toBe(0);
  await system.owner.query(
    `update merchants set closed_since = closed_since - interval '91 days' where id = $1`,
    [shop.merchantId],
  );
  await expireVouchers(system.deps);
  expect((await system.call(viewVoucher, { params: unclaimed })).answer.status).toBe('EXPIRED');
  expect(await owedTo(system, shop)).toBe(300);
  await system.owner.query(
    `update settlement_progress set ran_at = ran_at - interval '2 days' where merchant_id = $1`,
    [shop.merchantId],
  );
  await settle();
  await expect
    .poll(async () => (await batchesOf(shop)).map(({ shillings }) => shillings))
    .toEqual([8_400, 300]);
});
