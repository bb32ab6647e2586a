import { randomUUID } from 'node:crypto';
import { eventually } from '@zawadi/story/sandbox-control';
import { createRedeemer } from '../../apps/api/src/features/money/redemptions/index.ts';
import type { openProduct } from '../../bench/open-product.ts';

export type Shop = { deps: ReturnType<typeof openProduct>; codes: string[]; merchantIds: string[] };

/**
 * @param onTry told of each try that brought no answer
 * @returns the redemption's id; what was not answered is asked again with the same key, as tills do
 */
export async function redeemUntilAnswered(
  redeemer: ReturnType<typeof createRedeemer> | undefined,
  { codes, merchantIds }: Omit<Shop, 'deps'>,
  n: number,
  key: string,
  onTry?: (brought: unknown) => void,
): Promise<string> {
  let last: unknown;
  const answer = await eventually(
    'an answer',
    async () => {
      const outcome = await redeemer
        ?.redeem({
          merchantId: merchantIds[n % merchantIds.length] ?? '',
          id: codes[n % codes.length] ?? '',
          amountShillings: 1,
          idempotencyKey: key,
          server: { channel: 'api', staffId: null },
        })
        .catch((error: unknown) => ({ error }));
      if (outcome && 'answer' in outcome) return outcome.answer.redemption.id;
      last = outcome;
      onTry?.(outcome);
      return undefined;
    },
    60_000,
  ).catch((error: unknown) => {
    throw new Error('a redemption was never answered', { cause: { error, last } });
  });
  return answer;
}

/**
 * Eight tills redeem for as long as something else goes on. Prints the longest time in which none of them had an answer.
 * @returns the redemptions that were answered
 */
export async function redeemDuring(
  shop: Shop,
  event: string,
  goingOn: () => Promise<unknown>,
): Promise<string[]> {
  const redeemer = createRedeemer(shop.deps);
  const answered: string[] = [];
  let isOver = false;
  let longestGapMs = 0;
  let last = performance.now();
  const tills = Array.from({ length: 8 }, async (_, till) => {
    for (let n = till; !isOver; n += 8) {
      answered.push(await redeemUntilAnswered(redeemer, shop, n, randomUUID()));
      longestGapMs = Math.max(longestGapMs, performance.now() - last);
      last = performance.now();
    }
  });
  const answeredMore = (count: number) => {
    const wanted = answered.length + count;
    return eventually('more answers', async () => answered.length >= wanted || undefined, 120_000);
  };
  await answeredMore(30);
  await goingOn();
  await answeredMore(30);
  isOver = true;
  await Promise.all(tills);
  const gap = `${Math.round(longestGapMs)} ms`;
  process.stdout.write(`${event}: ${answered.length} redemptions, longest time without an answer ${gap}\n`);
  return answered;
}
