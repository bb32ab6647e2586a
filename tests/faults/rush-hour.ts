import { setTimeout as pause } from 'node:timers/promises';
import { ZawadiConnectionError, type CreatedVoucher, type Hold } from '@zawadi/sdk';
import type { Surroundings } from './processes.ts';
import type { Random } from './random.ts';
import type { Shop } from './shops.ts';
import { buyCode } from './tills.ts';

/** Final answers that the shops received. Amounts are in shillings. */
export type Told = {
  created: { shop: Shop; id: string; amount: number }[];
  sales: {
    shop: Shop;
    id: string;
    amount: number;
    left: number;
    isReversed: boolean;
    /** Voucher code and idempotency key of the request, if the test retries it later. */
    code?: string;
    key?: string;
  }[];
  /** Holds, and how the shop ended them. A hold left open expires. */
  holds: (Pick<Hold, 'id' | 'amount' | 'captured_amount'> & {
    shop: Shop;
    ending: 'captured' | 'released' | 'left open';
  })[];
};

/** A user buys a gift and spends it in the shop, so that the shop has a balance. */
export async function fund(product: Surroundings, shop: Shop, told: Told): Promise<void> {
  const { redemption, balance: left } = await shop.zawadi.vouchers.redeem(await buyCode(product, 30_000));
  told.sales.push({ shop, ...redemption, left, isReversed: false });
}

/**
 * A shop issues a voucher, sometimes holds part of it, redeems it in one or two parts, and sometimes reverses a part.
 * Retries every request under its idempotency key until it is answered, and sends some twice, concurrently or later.
 */
export async function sell(shop: Shop, name: string, random: Random, told: Told): Promise<void> {
  const { vouchers } = shop.zawadi;
  const amount = 20 + random.below(80);
  const voucher = await atRandomTwice(random, (): Promise<CreatedVoucher> =>
    vouchers.create({ amount, recipient: { name } }, { idempotencyKey: name }),
  );
  told.created.push({ shop, id: voucher.id, amount });
  const free = random.below(6) === 0 ? await holdSome(shop, voucher, { name, random, told }) : amount;
  if (free === 0) return;
  const parts = random.below(4) === 0 && free > 1 ? [{ amount: 1 + random.below(free - 1) }, {}] : [{}];
  for (const [index, part] of parts.entries()) {
    const { redemption, balance: left } = await atRandomTwice(random, () =>
      vouchers.redeem(voucher.code, part, { idempotencyKey: `${name}/${index}` }),
    );
    const isReversed = random.below(16) === 0;
    if (isReversed)
      await atRandomTwice(random, () =>
        vouchers.reverse(voucher.id, redemption.id, { idempotencyKey: `${name}/${index}` }),
      );
    told.sales.push({ shop, ...redemption, left, isReversed });
  }
}

/** @returns the amount that the till can still redeem */
async function holdSome(
  shop: Shop,
  { code, amount: value }: CreatedVoucher,
  { name, random, told }: { name: string; random: Random; told: Told },
): Promise<number> {
  const { vouchers, holds } = shop.zawadi;
  const amount = random.below(4) === 0 ? value : 2 + random.below(value - 2);
  const idempotencyKey = `${name}/hold`;
  const { id } = await atRandomTwice(random, () => vouchers.hold(code, { amount }, { idempotencyKey }));
  const way = random.oneOf(['capture all', 'capture a part', 'release', 'leave open'] as const);
  const held = { shop, id, amount, captured_amount: 0 };
  if (way === 'leave open') {
    told.holds.push({ ...held, ending: 'left open' });
    return value - amount;
  }
  if (way === 'release') {
    await atRandomTwice(random, () => holds.release(id, { idempotencyKey }));
    told.holds.push({ ...held, ending: 'released' });
    return value;
  }
  const part = way === 'capture all' ? amount : 1 + random.below(amount - 1);
  const { captured_amount } = await atRandomTwice(random, () =>
    holds.capture(id, { amount: part }, { idempotencyKey }),
  );
  told.holds.push({ ...held, captured_amount, ending: 'captured' });
  const left = value - captured_amount;
  told.sales.push({ shop, id, amount: captured_amount, left, isReversed: false });
  return left;
}

async function atRandomTwice<Answer extends object>(
  random: Random,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const way = random.oneOf(['once', 'once', 'once', 'once', 'later again', 'twice at once']);
  const [answer, again] = await Promise.all(
    way === 'twice at once' ? [persist(call), persist(call)] : [persist(call)],
  );
  const repeated = way === 'later again' ? await persist(call) : again;
  if (repeated && JSON.stringify(answer) !== JSON.stringify(repeated)) {
    throw new Error(`the same key was answered differently: ${JSON.stringify([answer, repeated])}`);
  }
  if (!answer) throw new Error('a call without an answer');
  return answer;
}

/** Retries a request under the same key until there is an answer, like a till that must know the outcome. */
export async function persist<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ZawadiConnectionError)) throw error;
      await pause(100);
    }
  }
}
