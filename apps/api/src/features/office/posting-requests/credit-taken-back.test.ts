import {
  approveRequest,
  dashboardStats,
  listReviews,
  resolveHeldMoney,
  type Posting,
  type Review,
} from '@zawadi/contract';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { newConsumer } from '../../../testing/consumers.ts';
import { askToPost, lastCredit } from '../../../testing/posting-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { account } from '../../services/postings/index.ts';

let system: TestSystem;
let maker: Administrator;
let checker: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  maker = await newAdministrator(system, 'finance');
  checker = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const balanceOf = async (code: string) => Number(await readBalance(system.deps.db, { account: code })) / 100;
const reviews = async () => (await system.call(listReviews, { query: { limit: 100 } }, maker)).answer.reviews;

async function walletOf({ user, bearer }: SignedIn): Promise<number> {
  const { answer } = await system.call(dashboardStats, { body: { userId: user.id } }, { bearer });
  return answer.walletBalance;
}

/** Pays money that fits nothing, and assigns it to a person by mistake. */
async function assignWrongly(person: SignedIn, amount: number): Promise<string> {
  const { phoneNumber: msisdn } = newPerson('Musa', 'Otieno');
  const reference = `X${msisdn.slice(-7)}`;
  await system.sandbox.setBalance(msisdn, amount);
  await system.provider.payBill({ msisdn, amount, reference });
  await system.deps.mpesa.stkQuery({ checkoutRequestId: 'any' });
  const { reviewId } = await eventually('a case about the money', async () =>
    (await reviews()).find(({ details }) => details['billReference'] === reference),
  );
  expect(await assign(reviewId, person)).toEqual({ outcome: 'done' });
  return lastCredit(system, maker, person.user.id);
}

async function assign(reviewId: string, { user }: SignedIn, by = maker) {
  const goesTo = { kind: 'wallet', userId: user.id } as const;
  const body = { reviewId, goesTo, reason: 'Found the owner' };
  return (await system.call(resolveHeldMoney, { body }, by)).answer;
}

const approve = (approvalId: string) => system.call(approveRequest, { body: { approvalId } }, checker);

async function takeBack(person: SignedIn, creditId: string, amount: number) {
  const posting: Posting = {
    template: 'credit-taken-back',
    amountCents: amount * 100,
    userId: person.user.id,
    creditId,
  };
  const { answer } = await askToPost(system, maker, posting, { payee: 'Musa Otieno' });
  return answer.posting;
}

const caseAbout = async (postingId: string): Promise<Review> =>
  eventually('a case about the money', async () =>
    (await reviews()).find(({ details }) => details['posting'] === postingId),
  );

test('money assigned to the wrong wallet returns to suspense, from where its owner gets it', async () => {
  const [wrong, right] = [await newConsumer(system), await newConsumer(system)];
  const creditId = await assignWrongly(wrong, 700);
  const suspense = await balanceOf(account.suspense);
  const { postingId, approvalId } = await takeBack(wrong, creditId, 700);
  expect((await approve(approvalId)).outcome).toBe('ok');
  expect(await walletOf(wrong)).toBe(0);
  expect(await balanceOf(account.suspense)).toBe(suspense + 700);
  expect(await system.sandbox.sms(wrong.phoneNumber, /taken KES.700 out of your wallet/u)).toBeTruthy();
  const review = await caseAbout(postingId);
  expect(review).toMatchObject({ kind: 'credit_taken_back', heldAmount: 700 });
  // The requester of the take-back does not decide alone where the money goes.
  const waiting = await assign(review.reviewId, right);
  expect(waiting.outcome).toBe('waiting');
  await approve('approvalId' in waiting ? waiting.approvalId : '');
  expect(await walletOf(right)).toBe(700);
  expect(await balanceOf(account.suspense)).toBe(suspense);
});

test('what the wallet has spent is our loss, and the money that returns is whole', async () => {
  const person = await newConsumer(system);
  const creditId = await assignWrongly(person, 900);
  await untilWithdrawal(system, person, await registerAndStartWithdrawal(system, person, 600), 'COMPLETED');
  const [losses, suspense] = [await balanceOf(account.losses), await balanceOf(account.suspense)];
  const { postingId, approvalId } = await takeBack(person, creditId, 900);
  expect((await approve(approvalId)).outcome).toBe('ok');
  expect(await walletOf(person)).toBe(0);
  expect(await balanceOf(account.losses)).toBe(losses + 600);
  expect(await balanceOf(account.suspense)).toBe(suspense + 900);
  expect(await caseAbout(postingId)).toMatchObject({ heldAmount: 900 });
});

test('what is approved is what happens: after a withdrawal the take-back must be requested again', async () => {
  const person = await newConsumer(system);
  const creditId = await assignWrongly(person, 800);
  const { approvalId } = await takeBack(person, creditId, 800);
  await untilWithdrawal(system, person, await registerAndStartWithdrawal(system, person, 200), 'COMPLETED');
  expect((await approve(approvalId)).outcome).toBe('approval_outdated');
  expect(await walletOf(person)).toBe(600);
});
