import type {
  captureHold as captureEndpoint,
  captureHoldAtPortal as portalEndpoint,
  HandlerAnswer,
  HandlerInput,
  HoldObject,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { ActorOf } from '../../../http/actor.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { answerOnce, type Outcome } from '../../../platform/idempotency/index.ts';
import { requireActiveMerchant } from '../redemptions/index.ts';
import { captureHoldIn } from './capture-hold.ts';
import { readHold } from './describe-hold.ts';
import { releaseHoldIn } from './release-hold.ts';

type ByMachine = { merchantId: string; keyId: string; holdId: string; idempotencyKey: string | undefined };

/**
 * Captures a hold for the merchant's own system.
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
  return answerOnce(deps, { callerId: merchantId, idempotencyKey, call, body }, (tx) =>
    captureHoldIn(tx, deps, { merchantId, holdId, amountShillings: body.amount, by: { kind: 'api', keyId } }),
  );
}

/**
 * Releases a hold for the merchant's own system.
 * @throws Refusal as the contract lists them
 */
export function releaseByMachine(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, keyId, holdId, idempotencyKey }: ByMachine,
): Promise<Outcome<HoldObject>> {
  const call = `POST /api/v1/holds/${holdId}/release`;
  return answerOnce(deps, { callerId: merchantId, idempotencyKey, call, body: {} }, async (tx) => {
    await releaseHoldIn(tx, { merchantId, holdId, by: { kind: 'api', keyId } });
    return readHold(tx, { merchantId, holdId });
  });
}

type AtPortal = { actor: ActorOf<'merchant'>; holdId: string };
type Ended = HandlerAnswer<typeof portalEndpoint>;

/**
 * Captures a hold for an owner or a manager. The same capture again, because its answer was lost, is answered as the
 * first one.
 * @throws Refusal as the contract lists them
 */
export async function captureAtPortal(
  deps: Pick<Deps, 'db' | 'keys'>,
  { actor, holdId, amountShillings }: AtPortal & { amountShillings: number | undefined },
): Promise<Ended> {
  const { merchantId, staffId } = actor;
  await requireActiveMerchant(deps.db, merchantId);
  const seen = await readHold(deps.db, { merchantId, holdId });
  const isDone = seen.status === 'CAPTURED' && seen.captured_amount === (amountShillings ?? seen.amount);
  const by = { kind: 'member', id: staffId } as const;
  const hold = isDone
    ? seen
    : await inTransaction(deps.db, (tx) =>
        captureHoldIn(tx, deps, { merchantId, holdId, amountShillings, by }),
      );
  return describe(hold, 'CAPTURED');
}

/**
 * Releases a hold for an owner or a manager; the same again is answered as the first time.
 * @throws Refusal as the contract lists them
 */
export async function releaseAtPortal(
  deps: Pick<Deps, 'db' | 'keys'>,
  { actor, holdId }: AtPortal,
): Promise<Ended> {
  const { merchantId, staffId } = actor;
  await requireActiveMerchant(deps.db, merchantId);
  const seen = await readHold(deps.db, { merchantId, holdId });
  if (seen.status !== 'RELEASED') {
    const by = { kind: 'member', id: staffId } as const;
    await inTransaction(deps.db, (tx) => releaseHoldIn(tx, { merchantId, holdId, by }));
  }
  return describe(await readHold(deps.db, { merchantId, holdId }), 'RELEASED');
}

function describe(hold: HoldObject, status: Ended['status']): Ended {
  const { id: holdId, amount, captured_amount: capturedAmount } = hold;
  return { holdId, status, amount, capturedAmount, releasedAmount: amount - capturedAmount };
}
