import { randomUUID } from 'node:crypto';
import { formatVoucherCode, redeemVoucher } from '@zawadi/contract';
import { newPerson, welcome, type SignedIn } from '@zawadi/story/people';
import { claim, orderGift, withdraw, type World } from '@zawadi/story/steps';
import { decrypt } from '../apps/api/src/platform/crypto/keys.ts';
import { openProduct } from './open-product.ts';
import { openScreen, type Screen } from './screen.ts';

/** Number of people who pay in parallel. */
const PEOPLE = 16;
const EACH = 30;
export const GIFTS_EACH = 2 * EACH;
/**
 * Amount of the first gift. Each next gift costs a shilling more, because M-PESA refuses a repeated amount from a phone
 * within two minutes.
 */
const GIFT_SHILLINGS = 200;
const WITHDRAWN_SHILLINGS = 20;

/**
 * Functions that make all payments of a kind and return their number. @param first number of gifts that each person
 * bought earlier
 */
type Kinds = Record<'purchase' | 'claim' | 'redemption' | 'withdrawal', (first: number) => Promise<number>>;

/**
 * Creates users with money on their phones, and functions that make their payments over HTTP, step by step as the
 * screens do. Half of the gifts are claimed and the others redeemed, so the kinds must run in the order of `Kinds`.
 */
export async function createPayments(
  databaseUrl: string,
  world: World,
  tills: string[],
): Promise<{ kinds: Kinds }> {
  const people: SignedIn[] = [];
  const screens = new Map<SignedIn, Screen>();
  for (let n = 0; n < PEOPLE; n += 1) {
    const person = await welcome(world.api, world.sandbox, newPerson('Amina', 'Otieno'));
    people.push(person);
    screens.set(person, await openScreen(world.api, person));
  }
  const gifts = new Map<SignedIn, { claimToken: string; code: string }[]>();

  async function purchase(first: number): Promise<number> {
    const bought = await eachInTurn(people, GIFTS_EACH, async (person, n) => {
      const recipient = people[(people.indexOf(person) + 1) % PEOPLE] ?? person;
      const gift = {
        recipient,
        amount: GIFT_SHILLINGS + first + n,
        message: `Hongera ${first + n}`,
        cloth: 'plain',
      } as const;
      const { requestId } = await orderGift(world, person, gift);
      await screens.get(person)?.untilPaid(requestId);
      return { recipient, requestId };
    });
    const secrets = await readSecrets(
      databaseUrl,
      bought.map(({ requestId }) => requestId),
    );
    for (const { recipient, requestId } of bought) {
      const secret = secrets.get(requestId);
      if (secret) gifts.set(recipient, [...(gifts.get(recipient) ?? []), secret]);
    }
    return bought.length;
  }

  const giftOf = (person: SignedIn, n: number) => gifts.get(person)?.[n] ?? { claimToken: '', code: '' };

  return {
    kinds: {
      purchase,
      claim: async (first) =>
        (
          await eachInTurn(people, EACH, (person, n) =>
            claim(world, person, giftOf(person, first + n).claimToken),
          )
        ).length,
      redemption: async (first) =>
        (
          await eachInTurn(people, EACH, (person, n) => {
            const basic = Buffer.from(
              (tills[n % tills.length] ?? '').slice('Basic '.length),
              'base64',
            ).toString();
            const params = { id: giftOf(person, first + EACH + n).code };
            const headers = { 'idempotency-key': randomUUID() };
            return world.api.call(redeemVoucher, { params, headers, body: { amount: 1 } }, { basic });
          })
        ).length,
      withdrawal: async (first) =>
        (
          await eachInTurn(people, EACH, (person, n) =>
            withdraw(world, person, WITHDRAWN_SHILLINGS + first + n),
          )
        ).length,
    },
  };
}

/** Runs `work` for all people in parallel, and for each person several times in turn. */
async function eachInTurn<Result>(
  people: SignedIn[],
  times: number,
  work: (person: SignedIn, n: number) => Promise<Result>,
): Promise<Result[]> {
  const results = await Promise.all(
    people.map(async (person) => {
      const own: Result[] = [];
      for (let n = 0; n < times; n += 1) own.push(await work(person, n));
      return own;
    }),
  );
  return results.flat();
}

/** Reads the codes and claim tokens in the recipients' messages. */
async function readSecrets(databaseUrl: string, purchaseIds: string[]) {
  const deps = openProduct(databaseUrl, 'bench-secrets');
  try {
    const rows = await deps.db
      .selectFrom('vouchers')
      .select(['purchase_id', 'code_sealed', 'claim_token_sealed'])
      .where('purchase_id', 'in', purchaseIds)
      .execute();
    return new Map(
      rows.map((row) => [
        row.purchase_id,
        {
          claimToken: decrypt(deps.keys, row.claim_token_sealed),
          code: formatVoucherCode(decrypt(deps.keys, row.code_sealed)),
        },
      ]),
    );
  } finally {
    await deps.db.destroy();
  }
}
