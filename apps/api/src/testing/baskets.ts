import { payFromWallet, registerBasket, type CallInput, type PurchaseState } from '@zawadi/contract';
import { newPerson, type Person, type SignedIn } from '@zawadi/story/people';
import type { Reply } from './call-api.ts';
import { answerPrompt, start, untilStatus, type Registered } from './purchase-calls.ts';
import type { TestSystem } from './test-system.ts';

type BasketGift = CallInput<typeof registerBasket>['body']['gifts'][number];

/** Describes a gift of a basket to a new person. */
export function basketGift(
  amount: number,
  { to = newPerson('Kip', 'Rotich'), ...rest }: Partial<BasketGift> & { to?: Person } = {},
): BasketGift {
  return {
    fullName: `${to.firstName} ${to.lastName}`,
    recipientMsisdn: to.phoneNumber,
    recipientEmail: to.email,
    amount,
    message: 'Hongera',
    ...rest,
  };
}

export function registerGifts(
  { call }: Pick<TestSystem, 'call'>,
  buyer: SignedIn,
  gifts: BasketGift[],
): Promise<Reply<typeof registerBasket>> {
  return call(registerBasket, { body: { partyA: buyer.phoneNumber, gifts } }, { bearer: buyer.bearer });
}

/** Registers a basket of gifts to new people, and sends its prompt. */
export async function startBasket(
  system: Pick<TestSystem, 'call'>,
  buyer: SignedIn,
  gifts: BasketGift[],
): Promise<Registered> {
  const { answer, outcome } = await registerGifts(system, buyer, gifts);
  if (outcome !== 'ok') throw new Error(`basket refused: ${outcome}`);
  const prompted = await start(system, buyer, answer);
  if (prompted.outcome !== 'ok') throw new Error(`prompt refused: ${prompted.outcome}`);
  return answer;
}

/** Buys a basket with one prompt. */
export async function buyBasket(
  system: TestSystem,
  buyer: SignedIn,
  gifts: BasketGift[],
): Promise<PurchaseState & Registered> {
  await system.sandbox.setBalance(
    buyer.phoneNumber,
    gifts.reduce((sum, { amount }) => sum + amount, 0),
  );
  const registered = await startBasket(system, buyer, gifts);
  await answerPrompt(system, buyer.phoneNumber, registered);
  return { ...registered, ...(await untilStatus(system, buyer, registered, 'COMPLETED')) };
}

/** Pays a registered purchase from the buyer's wallet. */
export function payByWallet(
  { call }: Pick<TestSystem, 'call'>,
  buyer: SignedIn,
  { requestId, amount, billReferenceNumber }: Registered,
  proof: object = {},
): Promise<Reply<typeof payFromWallet>> {
  const body = { amount, billReferenceNumber, ...proof };
  return call(payFromWallet, { params: { requestId }, body }, { bearer: buyer.bearer });
}
