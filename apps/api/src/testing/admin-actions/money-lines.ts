import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { makeGift } from '../gifts.ts';
import { refund } from '../refund-calls.ts';
import { earn, newPayee, settleOne, type Administrator } from '../settlement-calls.ts';
import { newTill } from '../tills.ts';
import { uploadDocument } from '../posting-calls.ts';
import type { TestSystem } from '../test-system.ts';
import { addShop, reason, type Given, type Line, type Office } from './admin-action.ts';

const LIMIT = 10_000;

async function creditOf({ system }: Office, amount: number) {
  const { merchantId } = await newTill(system);
  const adjustmentId = randomUUID();
  return () => ({ body: { adjustmentId, merchantId, direction: 'credit', amount, reason } });
}

/** Prepares the request of a small posting, whose document the same administrator uploads. */
export async function floatOf(system: TestSystem, by: Administrator): Promise<() => Given> {
  const { document } = await uploadDocument(system, by);
  const { documentId } = document;
  const posting = { template: 'bank-float-in', amountCents: 5_000 } as const;
  const body = { postingId: randomUUID(), posting, payee: 'The owner', reason, documentId };
  return () => ({ body });
}

/** Inserts an earlier decision that an administrator made alone, some days ago. */
async function insertEarlierDecisions(
  { system }: Office,
  by: Administrator,
  { amount, daysAgo }: Record<'amount' | 'daysAgo', number>,
) {
  await system.owner.query(
    `insert into single_person_decisions (id, administrator_id, kind, amount_cents, decided_at)
     select gen_random_uuid(), id, 'adjustment', $2::bigint * 100, now() - make_interval(days => $3)
     from administrators where name = $1`,
    [by.name, amount, daysAgo],
  );
}

/** Decisions about money, by amount, earlier decisions and recipient. */
export const MONEY_LINES: readonly Line[] = [
  {
    what: 'refund a gift of KES 20,000',
    takesTwo: true,
    endpoint: contract.refundVoucher,
    prepare: async ({ system }) => {
      const { voucherId } = await makeGift(system, { amount: 20_000 });
      return () => ({ body: { voucherId, reason } });
    },
  },
  {
    what: 'void a voucher of KES 20,000 and issue it again to the same person',
    takesTwo: true,
    endpoint: contract.voidVoucher,
    prepare: async ({ system }) => {
      const { voucherId } = await makeGift(system, { amount: 20_000 });
      return () => ({ body: { voucherId, valueGoesTo: 'replacement', reason } });
    },
  },
  {
    what: 'void a voucher of KES 500 and issue it to another person',
    takesTwo: true,
    endpoint: contract.voidVoucher,
    prepare: async ({ system }) => {
      const { voucherId } = await makeGift(system, { amount: 500 });
      const { phoneNumber: phone } = newPerson('Musa', 'Otieno');
      const recipient = { fullName: 'Musa Otieno', phone };
      return () => ({ body: { voucherId, valueGoesTo: 'replacement', recipient, reason } });
    },
  },
  {
    what: 'add KES 10,000 to the balance of a shop',
    takesTwo: true,
    endpoint: contract.adjustMerchant,
    prepare: (office) => creditOf(office, LIMIT),
  },
  {
    what: 'add KES 10 to the balance of a shop, after KES 9,990 alone on one day',
    takesTwo: true,
    endpoint: contract.adjustMerchant,
    prepare: async (office, by) => {
      await insertEarlierDecisions(office, by, { amount: LIMIT - 10, daysAgo: 0 });
      return creditOf(office, 10);
    },
  },
  {
    what: 'add KES 10 to the balance of a shop, after KES 29,990 alone within 30 days',
    takesTwo: true,
    endpoint: contract.adjustMerchant,
    prepare: async (office, by) => {
      await insertEarlierDecisions(office, by, { amount: 3 * LIMIT - 10, daysAgo: 20 });
      return creditOf(office, 10);
    },
  },
  {
    what: 'add KES 10 to the balance of a shop that was added within 30 days',
    takesTwo: true,
    endpoint: contract.adjustMerchant,
    prepare: async (office) => {
      const { merchantId } = await addShop(office, office.other);
      const adjustmentId = randomUUID();
      return () => ({ body: { adjustmentId, merchantId, direction: 'credit', amount: 10, reason } });
    },
  },
  {
    what: 'post KES 50 that the owner put into the bank account',
    takesTwo: true,
    endpoint: contract.requestPosting,
    prepare: ({ system }, by) => floatOf(system, by),
  },
];
/** Second decisions by the administrator who made the first one. */
export const OWN_LINES: readonly Line[] = [
  {
    what: 'approve what one has asked for oneself',
    endpoint: contract.approveRequest,
    takesTwo: true,
    prepare: async ({ system }, by) => {
      const { answer } = await refund(system, by, await makeGift(system, { amount: 20_000 }));
      return () => ({ body: { approvalId: 'approvalId' in answer ? answer.approvalId : '', reason } });
    },
  },
  {
    what: 'confirm what one has proposed oneself about a batch',
    endpoint: contract.confirmSettlementOutcome,
    takesTwo: true,
    prepare: async ({ system, administrator }, by) => {
      const shop = await newPayee(system, {
        kind: 'bank',
        bankName: 'Equity Bank',
        accountNumber: '01702991234567',
      });
      await earn(system, shop, 500);
      const { batchId } = await settleOne(system, administrator, shop);
      await system.call(contract.approveSettlement, { body: { batchId } }, administrator);
      const said = { batchId, outcome: 'paid', reference: 'FT2611200002' } as const;
      await system.call(contract.proposeSettlementOutcome, { body: said }, by);
      return () => ({ body: { batchId, isConfirmed: true } });
    },
  },
];
