import { randomUUID } from 'node:crypto';
import { createZawadi, type RedeemedVoucher, type Settlement, type Zawadi } from '@zawadi/sdk';
import { eventually } from '@zawadi/story/sandbox-control';
import { openTill, type World } from '@zawadi/story/steps';
import { requireEqual } from './report.ts';

/** Number of retries that lasts until a process has restarted. */
const MAXIMUM_RETRIES = 12;

/** Creates the API client of a merchant's own system, with a new API secret. */
export async function openShop(world: World, merchantCode: string): Promise<Zawadi> {
  const [apiKey = '', apiSecret = ''] = (await openTill(world, merchantCode)).split(':');
  const baseUrl = `${world.api.baseUrl}/api/v1`;
  return createZawadi({ apiKey, apiSecret, baseUrl, maximumRetries: MAXIMUM_RETRIES });
}

/**
 * Redeems part of a voucher twice with the same idempotency key. The second request must replay the first answer.
 * @param run part of the idempotency key; the same value again repeats the same redemption
 */
export async function redeemTwice(
  zawadi: Zawadi,
  code: string,
  amount: number,
  run: string = randomUUID(),
): Promise<RedeemedVoucher> {
  const idempotencyKey = `sale-${run}`;
  const first = await zawadi.vouchers.redeem(code, { amount }, { idempotencyKey });
  const second = await zawadi.vouchers.redeem(code, { amount }, { idempotencyKey });
  if (!second.response.isReplay) throw new Error('the repetition was not a replay');
  if (JSON.stringify(first) !== JSON.stringify(second)) throw new Error('the replay differs');
  return first;
}

export type OwnVoucher = { id: string; code: string; redemptionId: string };

/**
 * The shop issues a voucher from its balance, redeems part of it by mistake, and reverses the redemption.
 * @param run part of the idempotency keys; the same value again returns the same voucher
 */
export async function makeVoucher(
  zawadi: Zawadi,
  voucher: { amount: number; name: string; taken: number },
  run: string = randomUUID(),
): Promise<OwnVoucher> {
  const { amount, name, taken } = voucher;
  const { id, code } = await zawadi.vouchers.create(
    {
      amount,
      recipient: { name },
      message: 'Asante kwa kununua kwetu.',
      reference: `order ${run.slice(0, 8)}`,
    },
    { idempotencyKey: `voucher-${run}` },
  );
  const mistake = { idempotencyKey: `mistake-${run}` };
  const { redemption } = await zawadi.vouchers.redeem(code, { amount: taken }, mistake);
  const reversed = await zawadi.vouchers.reverse(id, redemption.id, { idempotencyKey: `reversal-${run}` });
  requireEqual("left on the shop's voucher", reversed.balance, amount);
  return { id, code, redemptionId: redemption.id };
}

/** Returns a voucher's transactions as the API lists them, newest first: type, state and amount. */
export async function readTransactions(zawadi: Zawadi, voucher: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const { type, status, amount } of zawadi.transactions.list({ voucher, limit: 1 })) {
    lines.push(`${type} ${status} ${amount}`);
  }
  return lines;
}

/**
 * Settles the whole amount owed to the shop, and waits until M-PESA has paid the settlements.
 * @param run function that creates the settlement batches
 * @returns the settlements paid after this function was called
 */
export async function readPaid(zawadi: Zawadi, run: () => Promise<void>): Promise<Settlement[]> {
  const read = async (): Promise<Settlement[]> => (await zawadi.settlements.page({ limit: 100 })).data;
  const before = new Set((await read()).filter(isOver).map(({ id }) => id));
  await run();
  return eventually('the settlement', async () => {
    const made = (await read()).filter(({ id }) => !before.has(id));
    return made.length > 0 && made.every(isOver) ? made : undefined;
  });
}

function isOver({ status }: Settlement): boolean {
  return status === 'COMPLETED' || status === 'CANCELED';
}
