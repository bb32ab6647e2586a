import {
  approveRequest,
  history,
  markWithdrawal,
  readTransaction,
  type HandlerInput,
} from '@zawadi/contract';
import { readWallet } from '@zawadi/story/steps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../../ledger/index.ts';
import { payOutResult, postTo } from '../../../testing/provider-side.ts';
import { receiptInSms } from '../../../testing/pay-bill-reports.ts';
import { newAdministrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  checkStatus,
  leaveWithdrawalOpen,
  newSaver,
  phoneBalance,
  registerAndStartWithdrawal,
  registerWithdrawal,
  reviewsOf,
  startOf,
  untilWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../callbacks/index.ts';
import { pollOrders } from '../../mpesa/orders/index.ts';
import { account } from '../../services/postings/index.ts';

let system: TestSystem;
let [maker, checker] = [] as unknown as [Administrator, Administrator];
type Administrator = Awaited<ReturnType<typeof newAdministrator>>;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  [maker, checker] = [await newAdministrator(system), await newAdministrator(system)];
});
beforeEach(() => system.provider.reset());
afterAll(() => system.close());

const reason = 'Statement of the utility account';
type Said = HandlerInput<typeof markWithdrawal>['body'];

async function mark(said: Said): Promise<string> {
  const { outcome, answer } = await system.call(markWithdrawal, { body: said }, maker);
  return outcome === 'ok' && 'approvalId' in answer ? answer.approvalId : outcome;
}

async function approve(approvalId: string, by = checker): Promise<string> {
  return (await system.call(approveRequest, { body: { approvalId } }, by)).outcome;
}

const losses = () => readBalance(system.deps.db, { account: account.losses });

test('marks a withdrawal without an answer as paid after a second administrator approves the receipt', async () => {
  const person = await newSaver(system);
  const withdrawal = await leaveWithdrawalOpen(system, person, { amount: 1_000 });
  const receipt = await receiptInSms(system, person.phoneNumber, 'received');
  const transactionId = withdrawal.requestId;
  const read = { params: { type: 'Withdrawal', transactionId } } as const;
  const before = await system.call(readTransaction, read, maker);
  expect(before.answer.actions.canMark).toEqual(['paid', 'not_paid']);

  const approvalId = await mark({ transactionId, outcome: 'paid', receipt, reason });
  // Reads our database instead of querying M-PESA, whose answer would settle the withdrawal.
  const { transaction } = (await system.call(readTransaction, read, maker)).answer;
  expect(transaction.status).toBe('Pending');
  expect(await approve(approvalId, maker)).toBe('second_person_needed');
  expect(await approve(approvalId)).toBe('ok');
  expect((await checkStatus(system, person, withdrawal)).answer).toMatchObject({
    orderStatus: 'COMPLETED',
    transactionCode: receipt,
    walletBalance: 900,
  });
  expect((await system.call(readTransaction, read, maker)).answer.actions.canMark).toEqual([]);
  expect(await mark({ transactionId, outcome: 'paid', receipt, reason })).toBe('withdrawal_not_markable');
});

test('marking a withdrawal as not paid needs its age of a day and M-PESA’s statement, and returns the money', async () => {
  const person = await newSaver(system);
  const young = await leaveWithdrawalOpen(system, person, { amount: 200, openHours: 23 });
  const said = { outcome: 'not_paid', statement: 'Utility account, 21 November', reason } as const;
  expect(await mark({ ...said, transactionId: young.requestId })).toBe('withdrawal_too_young');
  expect(await mark({ ...said, statement: ' ', transactionId: young.requestId })).toBe('validation_failed');

  await system.sandbox.behave({ failHttp: { path: '/mpesa/b2c', status: 503, times: 5 } });
  const lost = await registerWithdrawal(system, person, 300);
  await startOf(system, person, lost);
  await system.owner.query(
    `update orders set created_at = created_at - interval '25 hours', sending_at = sending_at - interval '1 hour'
     where id = $1`,
    [lost.requestId],
  );
  expect(await approve(await mark({ ...said, transactionId: lost.requestId }))).toBe('ok');
  await system.provider.reset();
  expect((await checkStatus(system, person, lost)).answer.orderStatus).toBe('CANCELED');
  const balance = await phoneBalance(system, person);
  await system.owner.query(
    `update orders set next_poll_at = moment() where id = $1 and next_poll_at is not null`,
    [lost.requestId],
  );
  await pollOrders(system.deps);
  expect(await phoneBalance(system, person)).toBe(balance);
});

test('refuses to mark a withdrawal while its order is being sent', async () => {
  const person = await newSaver(system);
  const withdrawal = await leaveWithdrawalOpen(system, person);
  await system.owner.query(`update orders set state = 'SENDING', sending_at = moment() where id = $1`, [
    withdrawal.requestId,
  ]);
  const said = {
    transactionId: withdrawal.requestId,
    outcome: 'paid',
    receipt: 'UKL1111111',
    reason,
  } as const;
  expect(await mark(said)).toBe('payment_being_sent');
});

test('refuses to mark a withdrawal as paid with the receipt of another payment', async () => {
  const person = await newSaver(system);
  const paid = await registerAndStartWithdrawal(system, person, 50);
  const { transactionCode = '' } = await untilWithdrawal(system, person, paid, 'COMPLETED');
  const open = await leaveWithdrawalOpen(system, person);
  const said = { transactionId: open.requestId, outcome: 'paid', receipt: transactionCode, reason } as const;
  expect(await mark(said)).toBe('receipt_known');
});

test('marking a returned withdrawal as paid debits the wallet as far as possible and books the rest as our loss', async () => {
  const person = await newSaver(system);
  const withdrawal = await registerWithdrawal(system, person, 1_000);
  const lost = await system.provider.losing(() => startOf(system, person, withdrawal));
  const receipt = await receiptInSms(system, person.phoneNumber, 'received');
  const transactionId = withdrawal.requestId;
  await postTo(lost.url, payOutResult(transactionId, { resultCode: 2040 }));
  await untilWithdrawal(system, person, withdrawal, 'CANCELED');
  await system.provider.deliver(lost);
  await untilWithdrawal(system, person, await registerAndStartWithdrawal(system, person, 1_500), 'COMPLETED');
  expect(await readWallet(system, person)).toBe(400);
  expect(await reviewsOf(system, withdrawal)).toEqual(['success_after_release']);

  const before = await losses();
  const approvalId = await mark({ transactionId, outcome: 'paid', receipt, reason });
  expect(await approve(approvalId)).toBe('ok');
  expect(await readWallet(system, person)).toBe(0);
  expect((await losses()) - before).toBe(57_500n);
  await system.sandbox.sms(person.phoneNumber, /after it told us that it could not\. We took KES.400/u);
  const { rows } = await system.owner.query(
    'select from reviews where subject_id = $1 and resolved_at is null',
    [transactionId],
  );
  expect(rows).toEqual([]);
  const read = { params: { type: 'Withdrawal', transactionId } } as const;
  const { transaction, steps } = (await system.call(readTransaction, read, maker)).answer;
  expect(transaction).toMatchObject({ status: 'Failed', refundState: 'taken_back' });
  expect(steps.at(-1)?.text).toContain('without a fee: KES 975, of them KES 400 from the wallet');
  expect((await checkStatus(system, person, withdrawal)).answer).toMatchObject({
    orderStatus: 'CANCELED',
    paidLate: { amount: 975, fromWallet: 400, transactionCode: receipt },
  });
  const { activities } = (await system.call(history, { query: {} }, { bearer: person.bearer })).answer;
  const late = activities.filter(({ amount, orderStatus }) => amount === 400 || orderStatus === 'CANCELED');
  expect(late.map(({ amount, fee, wallet }) => [amount, fee, wallet])).toEqual([
    [400, undefined, 'debit'],
    [1_000, undefined, undefined],
  ]);
  expect(await mark({ transactionId, outcome: 'paid', receipt, reason })).toBe('withdrawal_not_markable');
});
