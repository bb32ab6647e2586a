import type {
  captureHold as captureEndpoint,
  captureHoldAtPortal as portalEndpoint,
  HandlerAnswer,
  HandlerInput,
  HoldObject,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { managedPlaceOf, type ActorOf } from '../../../http/actor.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { answerOnce, type Outcome } from '../../../platform/idempotency/index.ts';
import { requireActiveMerchant } from '../redemptions/index.ts';
import { readHold } from './describe-hold.ts';
import { endHold, type Ending } from './end-holds.ts';

type ByMachine = { merchantId: string; keyId: string; holdId: string; idempotencyKey: string | undefined };

/**
 * Captures a hold for the merchant's own system (API).
 * @throws Refusal as the contract lists them
 */
export function captureByMachine(
  deps: Pick<Deps, 'db' | 'keys'>,
  {
    merchantId,
    keyId,
    holdId,
    idempotencyKey,
    body,
  }: ByMachine & { body: HandlerInput<typeof captureEndpoint>['body'] },
): Promise<Outcome<HoldObject>> {
  const call = `POST /api/v1/holds/${holdId}/capture`;
  const by = { kind: 'api', keyId } as const;
  return answerOnce(deps, { callerId: merchantId, idempotencyKey, call, body }, async (tx) => {
    await endHold(tx, deps, { merchantId, holdId, takes: capturing(body.amount), by });
    return readHold(tx, { merchantId, holdId });
  });
}

/**
 * Releases a hold for the merchant's own system (API).
 * @throws Refusal as the contract lists them
 */
export function releaseByMachine(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, keyId, holdId, idempotencyKey }: ByMachine,
): Promise<Outcome<HoldObject>> {
  const call = `POST /api/v1/holds/${holdId}/release`;
  const by = { kind: 'api', keyId } as const;
  return answerOnce(deps, { callerId: merchantId, idempotencyKey, call, body: {} }, async (tx) => {
    await endHold(tx, deps, { merchantId, holdId, takes: 'nothing', by });
    return readHold(tx, { merchantId, holdId });
  });
}

type AtPortal = { actor: ActorOf<'merchant'>; holdId: string };
type Ended = HandlerAnswer<typeof portalEndpoint>;

/**
 * Captures a hold for an owner or a manager in the portal. A retry after a lost answer gets the first answer again.
 * @throws Refusal as the contract lists them
 */
export async function captureAtPortal(
  deps: Pick<Deps, 'db' | 'keys'>,
  { actor, holdId, amountShillings }: AtPortal & { amountShillings: number | undefined },
): Promise<Ended> {
  const { merchantId, staffId } = actor;
  await requireActiveMerchant(deps.db, merchantId);
  const seen = await readHold(deps.db, { merchantId, holdId, placeId: managedPlaceOf(actor) });
  const isDone = seen.status === 'CAPTURED' && seen.captured_amount === (amountShillings ?? seen.amount);
  if (!isDone) {
    const by = { kind: 'member', id: staffId } as const;
    const takes = capturing(amountShillings);
    await inTransaction(deps.db, (tx) => endHold(tx, deps, { merchantId, holdId, takes, by }));
  }
  return describe(await readHold(deps.db, { merchantId, holdId }), 'CAPTURED');
}

/**
 * Releases a hold for an owner or a manager in the portal. A retry after a lost answer gets the first answer again.
 * @throws Refusal as the contract lists them
 */
export async function releaseAtPortal(
  deps: Pick<Deps, 'db' | 'keys'>,
  { actor, holdId }: AtPortal,
): Promise<Ended> {
  const { merchantId, staffId } = actor;
  await requireActiveMerchant(deps.db, merchantId);
  const seen = await readHold(deps.db, { merchantId, holdId, placeId: managedPlaceOf(actor) });
  if (seen.status !== 'RELEASED') {
    const by = { kind: 'member', id: staffId } as const;
    await inTransaction(deps.db, (tx) => endHold(tx, deps, { merchantId, holdId, takes: 'nothing', by }));
  }
  return describe(await readHold(deps.db, { merchantId, holdId }), 'RELEASED');
}

function capturing(amountShillings: number | 'all' = 'all'): Ending['takes'] {
  return amountShillings === 'all' ? 'all' : { amountShillings };
}

function describe(hold: HoldObject, status: Ended['status']): Ended {
  const { id: holdId, amount, captured_amount: capturedAmount } = hold;
  return { holdId, status, amount, capturedAmount, releasedAmount: amount - capturedAmount };
}
