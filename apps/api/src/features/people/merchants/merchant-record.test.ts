import { randomUUID } from 'node:crypto';
import {
  listMerchants,
  machineState,
  merchantRecord,
  merchantsCsv,
  merchantTimeline,
  owedToMerchants,
  updateApiSecurity,
  updateMerchant,
  updateOpeningHours,
  updatePayoutChannel,
  updateSettlementSchedule,
  type ChosenPayoutChannel,
} from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  settleOne,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';

let system: TestSystem;
const administrators = {} as Record<'administrator' | 'finance' | 'support' | 'read-only', Administrator>;
beforeAll(async () => {
  system = await createSettlingSystem();
  for (const role of ['administrator', 'finance', 'support', 'read-only'] as const)
    administrators[role] = await newAdministrator(system, role);
});
afterAll(() => system.close());

async function recordOf({ merchantId }: Payee, by: keyof typeof administrators = 'finance') {
  return (await system.call(merchantRecord, { params: { merchantId } }, administrators[by])).answer;
}

async function setChannel(shop: Payee, channel: ChosenPayoutChannel): Promise<void> {
  const body = { password: DEMO_PASSWORD, channel };
  const { outcome } = await system.call(updatePayoutChannel, { body }, shop);
  expect(outcome).toBe('ok');
}

async function listed(filter: object) {
  return (await system.call(listMerchants, { body: filter }, administrators.support)).answer;
}

test('the record shows the current, the waiting and the cancelled pay-out channels', async () => {
  const shop = await newPayee(system);
  expect((await recordOf(shop)).payoutChannels).toEqual([]);
  await setChannel(shop, { kind: 'mpesa', msisdn: '254712345678' });
  await setChannel(shop, { kind: 'till', tillNumber: '832909' });
  await setChannel(shop, { kind: 'bank', bankName: 'Equity Bank', accountNumber: '01702991234567' });
  const { payoutChannels, areNumbersMasked, isPaidByBankFile } = await recordOf(shop);
  expect(areNumbersMasked).toBe(false);
  expect(payoutChannels).toMatchObject([
    {
      version: 3,
      state: 'waiting',
      destination: 'Equity Bank, account 01702991234567',
      shownAs: 'Bank Transfer',
    },
    { version: 2, state: 'never', destination: 'Till 832909', shownAs: 'M-Pesa' },
    { version: 1, state: 'now', destination: 'M-PESA 0712 345 678', shownAs: 'M-Pesa' },
  ]);
  const [next] = payoutChannels;
  expect(next?.setBy).toBeTruthy();
  const waitMs = Date.parse(next?.effectiveAt ?? '') - Date.parse(next?.setAt ?? '');
  expect(Math.round(waitMs / 3_600_000)).toBe(24);

  await system.owner.query(
    `update merchant_payout_channels set set_at = set_at - interval '2 days', effective_at = effective_at - interval '2 days'
     where merchant_id = $1`,
    [shop.merchantId],
  );
  const later = await recordOf(shop);
  expect(later.payoutChannels.map(({ state }) => state)).toEqual(['now', 'never', 'former']);
  // M-PESA's pay bills take account numbers of at most 13 characters.
  expect([isPaidByBankFile, later.isPaidByBankFile]).toEqual([false, true]);
});

test.each([
  ['administrator', 'M-PESA 0712 345 678'],
  ['finance', 'M-PESA 0712 345 678'],
  ['support', 'M-PESA 2547****678'],
  ['read-only', 'M-PESA 2547****678'],
] as const)('the merchant record shows the role %s the pay-out number as %s', async (role, destination) => {
  const shop = await newPayee(system, { kind: 'mpesa', msisdn: '254712345678' });
  const record = await recordOf(shop, role);
  expect(record.payoutChannels[0]).toMatchObject({ destination, state: 'now' });
  expect(record.areNumbersMasked).toBe(destination.includes('*'));
  expect(/712 ?345 ?678/u.test(JSON.stringify(record))).toBe(!record.areNumbersMasked);
});

test('the record shows schedule, automatic limit, opening hours and staff, and the timeline shows their changes', async () => {
  const shop = await newPayee(system);
  const closed = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, kind: 'closed' as const }));
  expect(await recordOf(shop)).toMatchObject({
    settlementSchedule: { frequency: 'daily', hour: 9 },
    places: [{ placeId: shop.merchantId, isMain: true, openingHours: null }],
    automaticUpTo: (await readFeesAndLimits(system.deps)).automaticUpTo,
  });
  const settlementSchedule = { frequency: 'weekly', weekday: 5, hour: 7 } as const;
  await system.call(updateSettlementSchedule, { body: { settlementSchedule } }, shop);
  const params = { placeId: shop.merchantId };
  await system.call(updateOpeningHours, { params, body: { openingHours: closed } }, shop);
  await setChannel(shop, { kind: 'till', tillNumber: '832909' });
  const { staff, ...record } = await recordOf(shop, 'read-only');
  expect(record).toMatchObject({ settlementSchedule, places: [{ openingHours: closed }] });
  expect(staff).toEqual([
    {
      staffId: shop.ownerId,
      signInCode: shop.merchantCode,
      name: expect.any(String),
      staffRole: 'owner',
      status: 'ACTIVE',
      placeId: null,
      mustChangePassword: false,
      twoFactorEnabled: false,
      lastLogin: expect.any(String),
    },
  ]);
  const asked = { params: { merchantId: shop.merchantId }, query: {} };
  const { events } = (await system.call(merchantTimeline, asked, administrators.support)).answer;
  expect(events.map(({ description }) => description)).toEqual([
    'Pay-out channel changed: till ****09',
    'Opening hours changed',
    'Settlement schedule changed: every Friday at 07:00',
  ]);
});

test('list, CSV file and report agree on the amount owed to a merchant, split into due, in batches and being paid', async () => {
  const shop = await newPayee(system, {
    kind: 'bank',
    bankName: 'Equity Bank',
    accountNumber: '01702991234567',
  });
  await earn(system, shop, 700);
  await settleOne(system, administrators.finance, shop);
  await earn(system, shop, 300);
  const query = { merchantId: shop.merchantId };
  const report = (await system.call(owedToMerchants, { query }, administrators.support)).answer;
  expect(report.merchants).toEqual([expect.objectContaining({ due: 300, inBatches: 700, total: 1_000 })]);
  expect([report.total.total, report.merchantCount]).toEqual([1_000, 1]);
  expect(await listed({ search: shop.merchantCode })).toMatchObject([
    { currentBalance: 300, owed: 1_000, payoutChannel: 'Bank Transfer' },
  ]);
  const { headers, text } = await csvOf({ search: shop.merchantCode });
  expect(headers).toMatch(/filename="?merchants-\d{4}-\d{2}-\d{2}\.csv/u);
  const [heading, line, ...more] = text.trim().split('\r\n');
  expect(heading).toContain('"Pay-out channel","Due KES","In batches KES","Being paid KES","Owed KES"');
  expect(line).toMatch(
    new RegExp(`^"${shop.merchantCode}",.*"Bank Transfer","300","700","\\d+","1000"$`, 'u'),
  );
  expect(more).toEqual([]);
  expect(text).not.toContain(shop.contact.email);
  const nobody = await newPayee(system);
  const asked = { query: { merchantId: nobody.merchantId } };
  expect((await system.call(owedToMerchants, asked, administrators.support)).answer.merchants).toEqual([]);
});

test('the filter finds merchants without a pay-out channel, unless they are closed', async () => {
  const [paid, unpaid, closed] = [
    await newPayee(system, { kind: 'mpesa', msisdn: '254712345678' }),
    await newPayee(system),
    await newPayee(system),
  ];
  const closing = { merchantId: closed.merchantId, status: 'INACTIVE', reason: 'Moved' } as const;
  await system.call(updateMerchant, { body: closing }, administrators.administrator);
  const found = (await listed({ isWithoutPayoutChannel: true })).map(({ merchantId }) => merchantId);
  expect(found).toContain(unpaid.merchantId);
  for (const other of [paid, closed]) expect(found).not.toContain(other.merchantId);
  const { text } = await csvOf({ isWithoutPayoutChannel: 'true', search: unpaid.merchantCode });
  expect(text).toMatch(/"None","0","0","0","0"/u);
  expect((await listed({ search: paid.merchantCode }))[0]).toMatchObject({ payoutChannel: 'M-Pesa' });
});

test('the API state shows the age of the secret, the protection and the webhook’s deliveries', async () => {
  const shop = await newPayee(system);
  const read = async () =>
    (
      await system.call(
        machineState,
        { params: { merchantId: shop.merchantId } },
        administrators['read-only'],
      )
    ).answer;
  expect(await read()).toEqual({
    secretMadeAt: expect.any(String),
    isRateLimited: true,
    isLogged: true,
    webhook: { state: 'not-set', waiting: 0 },
  });
  const ipWhitelist = { isOn: true, addresses: [{ address: '41.90.64.10', label: 'Shop' }] };
  const security = { ipWhitelist, isRateLimited: false, isLogged: true };
  await system.call(updateApiSecurity, { body: security }, shop);
  expect(await read()).toMatchObject({ allowedAddresses: 1, isRateLimited: false });
  expect(JSON.stringify(await read())).not.toContain('41.90.64.10');
});

test('the record of an unknown merchant is not found', async () => {
  const params = { merchantId: randomUUID() };
  for (const endpoint of [merchantRecord, machineState])
    expect((await system.call(endpoint, { params }, administrators.finance)).outcome).toBe('not_found');
});

async function csvOf(query: Record<string, string>): Promise<{ headers: string; text: string }> {
  const { body, headers, statusCode } = await system.http.inject({
    url: merchantsCsv.path,
    query,
    headers: { authorization: `Bearer ${administrators.support.bearer}` },
  });
  expect(statusCode).toBe(200);
  return { headers: String(headers['content-disposition']), text: body };
}
