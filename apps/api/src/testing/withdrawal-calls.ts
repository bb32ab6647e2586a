import {
  claimVoucher,
  registerTransaction,
  startWithdrawal,
  withdrawalStatus,
  type WithdrawalState,
} from '@zawadi/contract';
import { payOutRequest, withdrawalRegistration } from '@zawadi/story/payment-requests';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import type { Reply } from './call-api.ts';
import { newConsumer } from './consumers.ts';
import { register, untilStatus } from './purchase-calls.ts';
import type { TestSystem } from './test-system.ts';

export type RegisteredWithdrawal = {
  requestId: string;
  billReferenceNumber: string;
  amount: number;
  msisdn: string;
};

/**
 * Funds a wallet with all real steps: a registered purchase, its payment at the pay bill, and a claim of the gift by
 * this person.
 * @param amount payment in shillings; 95 % of it arrives
 */
export async function fund(system: TestSystem, person: SignedIn, amount: number): Promise<void> {
  const { phoneNumber: msisdn } = newPerson('Musa', 'Otieno');
  const registered = await register(system, person, { amount, recipient: person });
  await system.sandbox.setBalance(msisdn, amount);
  await system.provider.payBill({ msisdn, amount, reference: registered.billReferenceNumber });
  // Renews the product's M-PESA token now. Otherwise a fault planned for the next order could hit the renewal.
  await system.deps.mpesa.stkQuery({ checkoutRequestId: 'any' });
  const { voucher } = await untilStatus(system, person, registered, 'COMPLETED');
  const claimed = await system.call(
    claimVoucher,
    { body: { claimToken: voucher?.claimToken ?? '' } },
    { bearer: person.bearer },
  );
  if (claimed.outcome !== 'ok') throw new Error(`the claim was refused: ${claimed.outcome}`);
}

/** Creates a consumer with KES 1,900 × `times` in the wallet. */
export async function newSaver(system: TestSystem, times = 1): Promise<SignedIn> {
  const person = await newConsumer(system);
  for (let n = 0; n < times; n += 1) await fund(system, person, 2_000);
  return person;
}

/** Reads the person's own M-PESA balance from the sandbox, in shillings. */
export async function phoneBalance(
  { sandbox }: Pick<TestSystem, 'sandbox'>,
  { phoneNumber }: SignedIn,
): Promise<number> {
  return (await sandbox.phone(phoneNumber)).balance;
}

/** Returns the kinds of open reviews about this withdrawal. */
export async function reviewsOf(
  { owner }: Pick<TestSystem, 'owner'>,
  { requestId }: Pick<RegisteredWithdrawal, 'requestId'>,
): Promise<string[]> {
  const { rows } = await owner.query<{ kind: string }>('select kind from reviews where subject_id = $1', [
    requestId,
  ]);
  return rows.map(({ kind }) => kind);
}

/** Registers a withdrawal; returns its answer or refusal. By default it goes to the person's own phone. */
export function askToRegister(
  { call }: Pick<TestSystem, 'call'>,
  person: SignedIn,
  amount: number,
  changed: { msisdn?: string; userId?: string } = {},
): Promise<Reply<typeof registerTransaction>> {
  const { userId = person.user.id, msisdn } = changed;
  const body = { ...withdrawalRegistration(person, amount, msisdn), userId };
  return call(registerTransaction, { body }, { bearer: person.bearer });
}

export async function registerWithdrawal(
  system: Pick<TestSystem, 'call'>,
  person: SignedIn,
  amount: number,
  msisdn: string = person.phoneNumber,
): Promise<RegisteredWithdrawal> {
  const { answer, outcome } = await askToRegister(system, person, amount, { msisdn });
  if (outcome !== 'ok') throw new Error(`registration refused: ${outcome}`);
  const { requestId, billReferenceNumber } = answer;
  return { requestId, billReferenceNumber, amount, msisdn };
}

/** Starts a withdrawal. `changed` overrides the registered values. */
export function startOf(
  { call }: Pick<TestSystem, 'call'>,
  person: SignedIn,
  registered: RegisteredWithdrawal,
  changed: {
    amount?: number;
    msisdn?: string;
    billReferenceNumber?: string;
    userId?: string;
    otp?: string;
  } = {},
): Promise<Reply<typeof startWithdrawal>> {
  const { headers, body } = payOutRequest(person, registered, registered.msisdn);
  return call(startWithdrawal, { headers, body: { ...body, ...changed } }, { bearer: person.bearer });
}

export async function registerAndStartWithdrawal(
  system: Pick<TestSystem, 'call'>,
  person: SignedIn,
  amount: number,
): Promise<RegisteredWithdrawal> {
  const registered = await registerWithdrawal(system, person, amount);
  const { outcome } = await startOf(system, person, registered);
  if (outcome !== 'ok') throw new Error(`withdrawal refused: ${outcome}`);
  return registered;
}

export function checkStatus(
  { call }: Pick<TestSystem, 'call'>,
  person: SignedIn,
  { requestId }: Pick<RegisteredWithdrawal, 'requestId'>,
): Promise<Reply<typeof withdrawalStatus>> {
  return call(withdrawalStatus, { body: { requestId } }, { bearer: person.bearer });
}

/** Leaves a withdrawal open: M-PESA has paid it, the callback is lost, and it was ordered some time ago. */
export async function leaveWithdrawalOpen(
  system: TestSystem,
  person: SignedIn,
  { amount = 100, openHours = 2 }: { amount?: number; openHours?: number } = {},
): Promise<RegisteredWithdrawal> {
  const registered = await registerWithdrawal(system, person, amount);
  await system.provider.losing(() => startOf(system, person, registered));
  await system.owner.query(
    'update orders set created_at = created_at - make_interval(hours => $2) where id = $1',
    [registered.requestId, openHours],
  );
  return registered;
}

/** Waits until our API shows this status of a withdrawal. */
export function untilWithdrawal(
  system: Pick<TestSystem, 'call'>,
  person: SignedIn,
  registered: RegisteredWithdrawal,
  status: WithdrawalState['orderStatus'],
): Promise<WithdrawalState> {
  return eventually(`a withdrawal that is ${status}`, async () => {
    const { answer } = await checkStatus(system, person, registered);
    return answer.orderStatus === status ? answer : undefined;
  });
}
