import { randomInt } from 'node:crypto';
import { shillingsOf, type LanguageName } from '@zawadi/contract';
import { newPerson, type Person } from '@zawadi/story/people';
import { account } from '../features/services/postings/index.ts';
import { applyPayBillPayment, registerPurchase } from '../features/money/purchases/index.ts';
import { readBalance } from '../ledger/index.ts';
import { decrypt } from '../platform/crypto/keys.ts';
import { inTransaction } from '../platform/db/in-transaction.ts';
import { newId } from '../platform/ids.ts';
import { newConsumer } from './consumers.ts';
import type { TestSystem } from './test-system.ts';

export type Gift = {
  voucherId: string;
  code: string;
  alias: string;
  claimToken: string;
  valueShillings: number;
};

/**
 * Creates a paid gift with the product's own functions but without M-PESA, for tests that need many. The ledger's
 * collection account then has money that the sandbox lacks.
 * @param gift.amount price for the buyer, in shillings, including the fee
 */
export async function makeGift(
  system: Pick<TestSystem, 'deps' | 'api' | 'owner'>,
  gift: {
    amount: number;
    recipient?: Pick<Person, 'phoneNumber' | 'email'>;
    buyerId?: string;
    deliverAt?: string;
    showsAmount?: boolean;
    language?: LanguageName;
  },
): Promise<Gift> {
  const { deps } = system;
  const buyerId = gift.buyerId ?? (await newConsumer(system)).user.id;
  const recipient = gift.recipient ?? newPerson('Kip', 'Rotich');
  const { requestId, billReferenceNumber: billReference } = await registerPurchase(deps, {
    buyerId,
    body: {
      userId: buyerId,
      amount: gift.amount,
      recipientMsisdn: recipient.phoneNumber,
      recipientEmail: recipient.email,
      partyA: recipient.phoneNumber,
      fullName: 'Kip Rotich',
      paymentMethod: 'mpesa',
      transactionType: 'purchase',
      transactionDesc: 'Hongera',
      cloth: 'plain',
      deliverAt: gift.deliverAt,
      showsAmount: gift.showsAmount ?? false,
      language: gift.language,
      copyToBuyer: false,
    },
  });
  const receipt = `T${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
  const payment = { messageId: newId(), receipt, billReference, amountShillings: gift.amount };
  await inTransaction(deps.db, (tx) => applyPayBillPayment(tx, deps, payment));
  return readGiftOf(deps, requestId);
}

/** Each gift takes one connection of the pool. On a busy machine, more gifts at once would time out. */
const GIFTS_AT_ONCE = 8;

export async function makeGifts(
  system: Pick<TestSystem, 'deps' | 'api' | 'owner'>,
  count: number,
  gift: Omit<Parameters<typeof makeGift>[1], 'buyerId'>,
): Promise<Gift[]> {
  const buyerId = (await newConsumer(system)).user.id;
  const gifts: Gift[] = [];
  while (gifts.length < count) {
    const some = Array.from({ length: Math.min(GIFTS_AT_ONCE, count - gifts.length) }, () =>
      makeGift(system, { ...gift, buyerId }),
    );
    gifts.push(...(await Promise.all(some)));
  }
  return gifts;
}

export async function readGiftOf({ db, keys }: TestSystem['deps'], purchaseId: string): Promise<Gift> {
  const row = await db
    .selectFrom('vouchers')
    .select(['id', 'code_sealed', 'alias_sealed', 'claim_token_sealed', 'face_cents'])
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  return {
    voucherId: row.id,
    code: decrypt(keys, row.code_sealed),
    alias: decrypt(keys, row.alias_sealed),
    claimToken: decrypt(keys, row.claim_token_sealed),
    valueShillings: shillingsOf(row.face_cents),
  };
}

/** Reads the remaining value of a voucher from the ledger, in shillings. */
export async function leftOn({ deps }: Pick<TestSystem, 'deps'>, { voucherId }: Gift): Promise<number> {
  const cents = await readBalance(deps.db, { homeId: voucherId, account: account.voucher(voucherId) });
  return Number(cents) / 100;
}
