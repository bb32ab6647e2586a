import { trialBalance } from '@zawadi/contract';
import type { Hold, Transaction, ZawadiEvent, ZawadiEventData } from '@zawadi/sdk';
import { expect } from 'vitest';
import { createCallApi } from '../../apps/api/src/testing/call-api.ts';
import { newAdministrator } from '../../apps/api/src/testing/settlement-calls.ts';
import { owedTo } from '../../apps/api/src/testing/tills.ts';
import type { Surroundings } from './processes.ts';
import type { Told } from './rush-hour.ts';
import { readEvents, type Shop } from './shops.ts';

/**
 * Checks that the answers to a shop's tills, its list of transactions, its webhooks and the ledger agree, to the
 * shilling.
 */
export async function expectAgreement(product: Surroundings, shop: Shop, told: Told): Promise<void> {
  const created = told.created.filter((one) => one.shop === shop);
  const sales = told.sales.filter((one) => one.shop === shop);
  const listed = await readList(shop);
  const events = await readEvents(shop);

  const vouchers = sorted(created.map(({ id, amount }) => `${id} ${amount}`));
  expect(listed.voucher_created).toEqual(vouchers);
  expect(heard(events, 'voucher.created', (of) => `${of.voucher_id} ${of.amount}`)).toEqual(vouchers);

  const states = sales.map(
    (sale) => `${sale.id} ${sale.amount} ${sale.isReversed ? 'REVERSED' : 'COMPLETED'}`,
  );
  expect(listed.redemption).toEqual(sorted(states));
  const redemptions = sales.map(({ id, amount, left }) => `${id} ${amount} ${left}`);
  expect(heard(events, 'voucher.redeemed', (of) => `${of.redemption_id} ${of.amount} ${of.balance}`)).toEqual(
    sorted(redemptions),
  );
  const transactions = sales.flatMap(({ id, amount, isReversed }) =>
    (isReversed ? ['redemption', 'reversal'] : ['redemption']).map((type) => `${type} ${id} ${amount}`),
  );
  expect(
    heard(events, 'transaction.completed', (of) => `${of.type} ${of.redemption_id} ${of.amount}`),
  ).toEqual(sorted(transactions));

  await expectHolds(
    shop,
    events,
    told.holds.filter((one) => one.shop === shop),
  );

  expect(await owedTo(product, shop)).toBe(
    takenIn(sales) - sum(created) - (await settledWith(product, shop)),
  );
}

const ENDED = {
  captured: 'CAPTURED',
  released: 'RELEASED',
  'left open': 'EXPIRED',
} as const satisfies Record<Told['holds'][number]['ending'], Hold['status']>;

/**
 * Checks that each hold ended as the answer to the shop said, or expired, and that webhooks report its start, end and
 * remainder once.
 */
async function expectHolds({ zawadi }: Shop, events: ZawadiEvent[], told: Told['holds']): Promise<void> {
  const listed: string[] = [];
  for await (const hold of zawadi.holds.list({ limit: 100 })) {
    listed.push(`${hold.id} ${hold.amount} ${hold.captured_amount} ${hold.status}`);
  }
  expect(sorted(listed)).toEqual(
    sorted(told.map((hold) => `${hold.id} ${hold.amount} ${hold.captured_amount} ${ENDED[hold.ending]}`)),
  );
  const said = (hold: { hold_id: string; amount: number }) => `${hold.hold_id} ${hold.amount}`;
  expect(heard(events, 'voucher.held', said)).toEqual(
    sorted(told.map(({ id, amount }) => `${id} ${amount}`)),
  );
  const captured = told.filter(({ ending }) => ending === 'captured');
  expect(heard(events, 'voucher.hold_captured', (of) => `${of.hold_id} ${of.captured_amount}`)).toEqual(
    sorted(captured.map((hold) => `${hold.id} ${hold.captured_amount}`)),
  );
  const givenBack = told.filter(({ amount, captured_amount }) => amount > captured_amount);
  expect(heard(events, 'voucher.hold_released', said)).toEqual(
    sorted(givenBack.map((hold) => `${hold.id} ${hold.amount - hold.captured_amount}`)),
  );
}

/** Returns the number of webhook events about these holds after all have ended. */
export function countHoldEvents(holds: Told['holds']): number {
  return holds.reduce(
    (events, { amount, captured_amount, ending }) =>
      events + 1 + (ending === 'captured' ? 1 : 0) + (amount > captured_amount ? 1 : 0),
    0,
  );
}

/** Returns the total of the shop's settlement batches, paid or not. */
async function settledWith({ owner }: Surroundings, { merchantId }: Shop): Promise<number> {
  const { rows } = await owner.query<{ shillings: number }>(
    `select coalesce(sum(amount_cents) / 100, 0)::int as shillings from settlements
     where merchant_id = $1 and status <> 'CANCELED'`,
    [merchantId],
  );
  return rows[0]?.shillings ?? 0;
}

/** Checks that the ledger's total on all vouchers equals the amounts never spent plus the amounts reversed. */
export async function expectVouchersLeft(
  product: Surroundings,
  told: Told,
  fundedWith: number,
): Promise<void> {
  const administrator = await newAdministrator({
    call: createCallApi(product.api.baseUrl),
    deps: product.deps,
  });
  const { accounts } = await product.api.call(trialBalance, { query: {} }, administrator);
  const leftCents = accounts.find(({ kind }) => kind === 'voucher')?.balance;
  expect(leftCents).toBe(100 * (fundedWith + sum(told.created) - takenIn(told.sales)));
}

async function readList({ zawadi }: Shop): Promise<Record<Transaction['type'], string[]>> {
  const lines: Record<Transaction['type'], string[]> = {
    redemption: [],
    voucher_created: [],
    voucher_returned: [],
  };
  for await (const { type, id, voucher, amount, status } of zawadi.transactions.list({ limit: 100 })) {
    lines[type].push(type === 'redemption' ? `${id} ${amount} ${status}` : `${voucher} ${amount}`);
  }
  return { ...lines, redemption: sorted(lines.redemption), voucher_created: sorted(lines.voucher_created) };
}

function heard<T extends ZawadiEvent['type']>(
  events: ZawadiEvent[],
  type: T,
  say: (data: ZawadiEventData[T]) => string,
): string[] {
  return sorted(events.filter((one) => one.type === type).map(({ data }) => say(data as ZawadiEventData[T])));
}

function takenIn(sales: Told['sales']): number {
  return sum(sales.filter(({ isReversed }) => !isReversed));
}

function sum(parts: { amount: number }[]): number {
  return parts.reduce((total, { amount }) => total + amount, 0);
}

function sorted(lines: string[]): string[] {
  return lines.toSorted();
}
