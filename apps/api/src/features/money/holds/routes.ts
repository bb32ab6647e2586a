import {
  captureHold,
  captureHoldAtPortal,
  holdVoucher,
  listHolds,
  readHold,
  releaseHold,
  releaseHoldAtPortal,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { createKeyedSemaphores } from '../../../platform/semaphore.ts';
import { replyWith } from '../../../platform/idempotency/index.ts';
import { withWrongCodeLimit } from '../redemptions/index.ts';
import { listHolds as list, readHold as read } from './describe-hold.ts';
import {
  captureAtPortal,
  captureByMachine,
  releaseAtPortal,
  releaseByMachine,
} from './capture-and-release.ts';
import { holdVoucher as hold } from './hold-voucher.ts';

// Limits concurrent requests per merchant: a program that sends hundreds at once must not delay other merchants.
const gateOf = createKeyedSemaphores({ atOnce: 4, waitingAtMost: 1_000, retryAfterSeconds: 1 });

export function routes(deps: Pick<Deps, 'db' | 'keys'>): Route[] {
  return [
    route(holdVoucher, async ({ params: { id }, headers, body }, { actor, reply, address }) => {
      const { merchantId, keyId, at } = actor;
      const idempotencyKey = headers['idempotency-key'];
      return withWrongCodeLimit(deps, { merchantId, by: { keyId }, id, address }, async () =>
        replyWith(reply, await hold(deps, { merchantId, at, id, idempotencyKey, body })),
      );
    }),
    route(
      captureHold,
      async ({ params: { id: holdId }, headers, body }, { actor: { merchantId, keyId }, reply }) => {
        const idempotencyKey = headers['idempotency-key'];
        return replyWith(
          reply,
          await captureByMachine(deps, { merchantId, keyId, holdId, idempotencyKey, body }),
        );
      },
    ),
    route(
      releaseHold,
      async ({ params: { id: holdId }, headers }, { actor: { merchantId, keyId }, reply }) => {
        const idempotencyKey = headers['idempotency-key'];
        return replyWith(reply, await releaseByMachine(deps, { merchantId, keyId, holdId, idempotencyKey }));
      },
    ),
    route(readHold, ({ params: { id: holdId } }, { actor: { merchantId } }) =>
      gateOf(merchantId)(() => read(deps.db, { merchantId, holdId })),
    ),
    route(listHolds, ({ query }, { actor: { merchantId } }) =>
      gateOf(merchantId)(() => list(deps.db, { merchantId, query })),
    ),
    route(captureHoldAtPortal, ({ body: { holdId, amount: amountShillings } }, { actor }) =>
      gateOf(actor.merchantId)(() => captureAtPortal(deps, { actor, holdId, amountShillings })),
    ),
    route(releaseHoldAtPortal, ({ body: { holdId } }, { actor }) =>
      gateOf(actor.merchantId)(() => releaseAtPortal(deps, { actor, holdId })),
    ),
  ];
}
