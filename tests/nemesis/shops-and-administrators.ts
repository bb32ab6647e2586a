import { setTimeout as pause } from 'node:timers/promises';
import { refundVoucher, runSettlements, pullStatement } from '@zawadi/contract';
import { Refused } from '@zawadi/story/api-client';
import { createCallApi } from '../../apps/api/src/testing/call-api.ts';
import {
  newAdministrator,
  newPayee,
  type Administrator,
} from '../../apps/api/src/testing/settlement-calls.ts';
import { createRandom, type Random } from '../faults/random.ts';
import { fund, sell } from '../faults/rush-hour.ts';
import { openShop, type Shop } from '../faults/shops.ts';
import type { ClientBook } from './client-book.ts';
import type { Play } from './consumers.ts';
import type { System } from './system.ts';

/** A shop that is sometimes paid out on its phone. It issues no vouchers, because these would need the money. */
export type PaidShop = Shop & { merchantCode: string; phoneNumber: string };

/**
 * Opens a shop that issues its own vouchers. First spends a gift there, so that the shop has a balance to issue from.
 */
export async function openMakingShop(system: System, book: ClientBook, seed: string): Promise<Shop> {
  const shop = await openShop(system, createRandom(seed));
  await fund(system, shop, book);
  return shop;
}

export async function openPaidShop(system: System, seed: string): Promise<PaidShop> {
  const call = createCallApi(system.api.baseUrl);
  const phoneNumber = `2547${String(createRandom(seed, 'phone').below(100_000_000)).padStart(8, '0')}`;
  const payee = await newPayee({ ...system, call }, { kind: 'mpesa', msisdn: phoneNumber });
  const shop = await openShop(system, createRandom(seed), payee);
  return { ...shop, merchantCode: payee.merchantCode, phoneNumber };
}

export function addAdministrator({ api, deps }: System): Promise<Administrator> {
  return newAdministrator({ call: createCallApi(api.baseUrl), deps });
}

/** Sells the shop's own vouchers at its counter until the run ends. */
export async function runShopSales(
  { book, isOver }: Play,
  shop: Shop,
  name: string,
  random: Random,
): Promise<void> {
  for (let n = 0; !isOver(); n += 1) {
    await sell(shop, `${name} ${n}`, createRandom(name, n), book);
    await pause(random.below(1_500));
  }
}

/**
 * Refunds vouchers, settles shops and reconciles M-PESA's list of payments, as an administrator, until the run ends.
 */
export async function runAdministrator(
  play: Play,
  administrator: Administrator,
  paid: PaidShop[],
  random: Random,
): Promise<void> {
  const { system, isOver } = play;
  while (!isOver()) {
    await pause(1_000 + random.below(2_000));
    const action = random.below(4);
    if (action < 2) await refundOne(play, administrator, random);
    else if (action === 2) {
      const { merchantCode } = random.oneOf(paid);
      await orNothing(() =>
        system.api.call(runSettlements, { body: { merchantCode, upTo: 'now' } }, administrator),
      );
    } else await orNothing(() => system.api.call(pullStatement, { body: {} }, administrator));
  }
}

async function refundOne(
  { system, book }: Play,
  administrator: Administrator,
  random: Random,
): Promise<void> {
  const { rows } = await system.owner
    .query<{ id: string }>(
      `select v.id from vouchers v join purchases p on p.home_id = v.id
       where v.closed_at is null and p.status = 'COMPLETED' and p.completed_at < moment() - interval '6 seconds'
         and not exists (select from claims c where c.voucher_id = v.id)
         and not exists (select from refunds r where r.voucher_id = v.id)
       order by v.id limit 10`,
    )
    .catch(() => ({ rows: [] }));
  if (rows.length === 0) return;
  const voucherId = random.oneOf(rows).id;
  const body = { voucherId, reason: 'The buyer called' };
  const answer = await orNothing(() => system.api.call(refundVoucher, { body }, administrator));
  // The answer may instead be a request: one administrator's refunds of a day add up until a second one must approve.
  if (answer?.outcome === 'done') book.refunds.push({ voucherId });
}

/** @returns undefined if the request was refused or its outcome is unknown */
async function orNothing<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}
