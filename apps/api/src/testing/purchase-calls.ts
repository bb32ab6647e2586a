import {
  confirmPayment,
  purchaseDetails,
  registerTransaction,
  startPurchase,
  type PurchaseState,
} from '@zawadi/contract';
import { giftRegistration, promptRequest } from '@zawadi/story/payment-requests';
import { newPerson, type Person, type SignedIn } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import type { Reply } from './call-api.ts';
import type { LostCallback } from './provider-side.ts';
import type { TestSystem } from './test-system.ts';

export type Registered = { requestId: string; billReferenceNumber: string; amount: number; partyA: string };

/** Registers a purchase for a new recipient. By default the buyer pays from their own phone. */
export async function register(
  { call }: Pick<TestSystem, 'call'>,
  buyer: SignedIn,
  gift: { amount: number; partyA?: string; recipient?: Person; deliverAt?: string },
): Promise<Registered> {
  const { recipient = newPerson('Kip', 'Rotich') } = gift;
  const body = giftRegistration(buyer, { ...gift, recipient });
  const { answer, outcome } = await call(registerTransaction, { body }, { bearer: buyer.bearer });
  if (outcome !== 'ok') throw new Error(`registration refused: ${outcome}`);
  return answer;
}

/** Requests a payment prompt for a purchase. `changed` overrides the registered values. */
export function start(
  { call }: Pick<TestSystem, 'call'>,
  buyer: SignedIn,
  registered: Registered,
  changed: { amount?: number; partyA?: string; billReferenceNumber?: string; requestIdHeader?: string } = {},
): Promise<Reply<typeof startPurchase>> {
  const { requestIdHeader = registered.requestId, ...replaced } = changed;
  const { body } = promptRequest(registered);
  return call(
    startPurchase,
    { headers: { 'x-requestid': requestIdHeader }, body: { ...body, ...replaced } },
    { bearer: buyer.bearer },
  );
}

export async function registerAndStart(
  system: Pick<TestSystem, 'call'>,
  buyer: SignedIn,
  gift: Parameters<typeof register>[2],
): Promise<Registered> {
  const registered = await register(system, buyer, gift);
  const { outcome } = await start(system, buyer, registered);
  if (outcome !== 'ok') throw new Error(`prompt refused: ${outcome}`);
  return registered;
}

/** Enters the PIN on the phone, for the prompt of this purchase. */
export async function answerPrompt(
  { sandbox }: Pick<TestSystem, 'sandbox'>,
  msisdn: string,
  { billReferenceNumber }: Pick<Registered, 'billReferenceNumber'>,
): Promise<void> {
  await sandbox.answerPrompt(msisdn, billReferenceNumber, { pin: '1234' });
}

/** Creates a purchase that is paid at M-PESA and whose callback is lost. */
export async function payWithLostResult(
  system: Pick<TestSystem, 'call' | 'sandbox' | 'provider'>,
  buyer: SignedIn,
  amount: number,
): Promise<{ registered: Registered; lost: LostCallback }> {
  const registered = await registerAndStart(system, buyer, { amount });
  const lost = await system.provider.losing(() => answerPrompt(system, buyer.phoneNumber, registered));
  return { registered, lost };
}

export function confirm(
  { call }: Pick<TestSystem, 'call'>,
  buyer: SignedIn,
  registered: Registered,
): Promise<Reply<typeof confirmPayment>> {
  const { requestId, billReferenceNumber } = registered;
  return call(
    confirmPayment,
    { headers: { 'x-requestid': requestId }, body: { billReferenceNumber } },
    { bearer: buyer.bearer },
  );
}

/** Reads the status of a purchase from our API. */
export async function stateOf(
  { call }: Pick<TestSystem, 'call'>,
  buyer: SignedIn,
  { requestId }: Pick<Registered, 'requestId'>,
): Promise<PurchaseState> {
  return (await call(purchaseDetails, { params: { requestId } }, { bearer: buyer.bearer })).answer;
}

/** Waits until our API shows this status of a purchase. */
export function untilStatus(
  system: Pick<TestSystem, 'call'>,
  buyer: SignedIn,
  registered: Registered,
  status: PurchaseState['orderStatus'],
): Promise<PurchaseState> {
  return eventually(`a purchase that is ${status}`, async () => {
    const state = await stateOf(system, buyer, registered);
    return state.orderStatus === status ? state : undefined;
  });
}
