import { setTimeout as pause } from 'node:timers/promises';
import { ZawadiConnectionError, ZawadiRefusal } from '@zawadi/sdk';
import { runSettlements } from '@zawadi/contract';
import { expireHold } from '../../apps/api/src/testing/holds.ts';
import { owedTo } from '../../apps/api/src/testing/tills.ts';
import type { Random } from '../faults/random.ts';
import { persist } from '../faults/rush-hour.ts';
import type { Shop } from '../faults/shops.ts';
import { buyCode } from '../faults/tills.ts';
import type { ClientBook } from './client-book.ts';
import { areJobsRunning, requestJobs } from './finality.ts';
import { addAdministrator, type PaidShop } from './shops-and-administrators.ts';
import type { System } from './system.ts';

type World = { system: System; book: ClientBook; random: Random };

const HELD = 8;
const FACE = 20;
/** Price of a gift. Other customers spend much less at a shop between its settlement and the reversal. */
const SETTLED = 30_000;
const LOOK_EVERY_MS = 100;
const SOON_MS = 6_000;

/** Lets the end of a hold pass, and has the shop capture the hold before the worker releases it. */
export async function lateCapture(world: World): Promise<void> {
  const { shop, holdId, idempotencyKey } = await holdOwnVoucher(world, FACE);
  await expireHold(world.system, holdId);
  const isCaptured = await isDone(() => shop.zawadi.holds.capture(holdId, {}, { idempotencyKey }));
  if (isCaptured) world.book.contradictions.push(`the hold ${holdId} was captured after its end`);
}

/** Lets the last day of a voucher pass while a shop holds a part of it, and starts the job that closes vouchers. */
export async function expiryWhileHeld(world: World): Promise<void> {
  const { system, book } = world;
  const { owner } = system;
  const { voucherId } = await holdOwnVoucher(world, HELD);
  const { rows } = await owner.query<{ lastDay: Date }>(
    `select expires_at as "lastDay" from vouchers where id = $1`,
    [voucherId],
  );
  await owner.query(`update vouchers set expires_at = moment() - interval '1 second' where id = $1`, [
    voucherId,
  ]);
  try {
    await runJob(system, 'expire-vouchers');
    const closed = await owner.query(`select from vouchers where id = $1 and closed_as = 'EXPIRED'`, [
      voucherId,
    ]);
    if (closed.rows.length > 0)
      book.contradictions.push(`the voucher ${voucherId} expired while a shop held a part of it`);
  } finally {
    await owner.query('update vouchers set expires_at = $2 where id = $1', [voucherId, rows[0]?.lastDay]);
  }
}

/** Settles a shop at once, and has the shop reverse a sale whose money is in the batch. */
export async function reversalAfterSettlement({ system, book, random }: World): Promise<void> {
  const shop = random.oneOf(book.shops.filter(isPaidShop));
  const { vouchers } = shop.zawadi;
  const idempotencyKey = `settled ${random.below(1_000_000_000)}`;
  const code = await buyCode(system, SETTLED);
  const { redemption, balance: left } = await persist(() => vouchers.redeem(code, {}, { idempotencyKey }));
  book.sales.push({ shop, ...redemption, left, isReversed: false });
  const administrator = await addAdministrator(system);
  const body = { merchantCode: shop.merchantCode, upTo: 'now' } as const;
  await system.api.call(runSettlements, { body }, administrator);
  if ((await owedTo(system, shop)) >= redemption.amount) throw new Error('the sale is not settled');
  if (await isDone(() => vouchers.reverse(code, redemption.id, { idempotencyKey })))
    book.contradictions.push(`the redemption ${redemption.id} was reversed after its settlement`);
}

/** A shop makes a voucher and holds a part of it. Leaves the hold open, so that it expires. */
async function holdOwnVoucher({ book, random }: World, amount: number) {
  // Only shops that have made vouchers before have a balance to make them from.
  const { shop } = random.oneOf(book.created);
  const { vouchers } = shop.zawadi;
  const idempotencyKey = `held ${random.below(1_000_000_000)}`;
  const recipient = { name: 'Late' };
  const voucher = await persist(() => vouchers.create({ amount: FACE, recipient }, { idempotencyKey }));
  book.created.push({ shop, id: voucher.id, amount: FACE });
  const { id: holdId } = await persist(() => vouchers.hold(voucher.code, { amount }, { idempotencyKey }));
  book.holds.push({ shop, id: holdId, amount, captured_amount: 0, ending: 'left open' });
  return { shop, voucherId: voucher.id, holdId, idempotencyKey };
}

/** @returns false if the API refused, or its answer was lost */
async function isDone(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof ZawadiRefusal || error instanceof ZawadiConnectionError) return false;
    throw error;
  }
}

async function runJob(system: System, name: string): Promise<void> {
  await requestJobs(system, [name]);
  for (
    const deadline = Date.now() + SOON_MS;
    await areJobsRunning(system, [name]);
    await pause(LOOK_EVERY_MS)
  )
    if (Date.now() > deadline) throw new Error(`the job ${name} does not end`);
}

function isPaidShop(shop: Shop): shop is PaidShop {
  return 'merchantCode' in shop;
}
