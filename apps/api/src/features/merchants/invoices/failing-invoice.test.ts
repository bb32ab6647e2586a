import { changeInvoicing, listInvoices, readInvoicing } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/durations.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { failRows } from '../../../testing/failing-rows.ts';
import { moveTransfers } from '../../../testing/move-transfers.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  settleNow,
  untilPaid,
  type Administrator,
  type Payee,
} from '../../../testing/settlement-calls.ts';
import type { TestSystem } from '../../../testing/test-system.ts';
import { issueDueInvoices } from './index.ts';

const thisMonth = nairobiDay(new Date()).slice(0, 7);
const lastMonth = nairobiDay(new Date(beginningOfNairobiDay(`${thisMonth}-01`).getTime() - DAY_MS)).slice(
  0,
  7,
);
const seller = { name: 'Zawadi Gifts Ltd', kraPin: 'P051234567X', address: 'Moi Avenue 1, Nairobi' };

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createSettlingSystem();
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

/** Creates a shop with a settlement paid on the tenth of last month, for a fee of 50. */
async function newPaidShop(): Promise<Payee> {
  const shop = await newPayee(system, { kind: 'till', tillNumber: '123456' });
  await earn(system, shop, 5_000);
  for (const batch of await settleNow(system, administrator, shop)) await untilPaid(system, shop, batch);
  const { rows } = await system.owner.query<{ by: string }>(
    `select (timestamptz '${lastMonth}-10 13:00+03' - now())::text as by`,
  );
  await moveTransfers(system.owner, rows[0]?.by ?? '', `home_id = '${shop.merchantId}'`);
  return shop;
}

test('a merchant whose invoice cannot be issued delays no other merchant, and its month stays incomplete', async () => {
  const [spoiled, good] = [await newPaidShop(), await newPaidShop()];
  const { latestVersionId: basedOn } = (await system.call(readInvoicing, {}, administrator)).answer;
  const invoicing = { seller, vatBasisPoints: 1_600, firstMonth: lastMonth };
  const body = { invoicing, reason: 'We are registered for VAT', basedOn };
  expect((await system.call(changeInvoicing, { body }, administrator)).outcome).toBe('ok');
  const issued = async () => {
    const { answer } = await system.call(listInvoices, { query: {} }, administrator);
    return answer.invoices.map(({ number, merchantCode }) => `${number} ${merchantCode}`).toSorted();
  };
  const mend = await failRows(system.owner, 'invoices', `NEW.merchant_id = '${spoiled.merchantId}'`);
  await expect(issueDueInvoices(system.deps)).rejects.toThrow('1 failed');
  expect(await issued()).toEqual([`INV-000001 ${good.merchantCode}`]);
  await mend();
  expect(await issueDueInvoices(system.deps)).toBe(1);
  expect(await issued()).toEqual([`INV-000001 ${good.merchantCode}`, `INV-000002 ${spoiled.merchantCode}`]);
});
