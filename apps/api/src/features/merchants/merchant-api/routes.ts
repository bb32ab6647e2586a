import {
  apiAccess,
  apiRequests,
  createVoucher,
  listSettlementsByMachine,
  listTransactionsByMachine,
  machineState,
  readVoucher,
  reverseRedemptionByMachine,
  updateApiSecurity,
} from '@zawadi/contract';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../../config/deps.ts';
import { createKeyedSemaphores } from '../../../platform/semaphore.ts';
import { route, type Route } from '../../../http/routes.ts';
import { withWrongCodeLimit } from '../../money/redemptions/index.ts';
import type { Outcome } from './answer-once.ts';
import { readApiAccess, readMachineState, updateSecurity } from './api-access.ts';
import { createVoucher as create } from './create-voucher.ts';
import { listCalls } from './request-log.ts';
import { listSettlements } from './list-settlements.ts';
import { listTransactions } from './list-transactions.ts';
import { readVoucher as read } from './read-voucher.ts';
import { reverseRedemption as reverse } from './reverse-redemption.ts';

// A program that asks for hundreds of pages at once reads them a few at a time, and others in between.
const readingSemaphoreOf = createKeyedSemaphores({ atOnce: 4, waitingAtMost: 1_000, retryAfterSeconds: 1 });

export function routes(deps: Deps): Route[] {
  return [
    route(createVoucher, async ({ headers, body }, { actor, reply }) => {
      const idempotencyKey = headers['idempotency-key'];
      return told(reply, await create(deps, { ...actor, idempotencyKey, body }));
    }),
    route(readVoucher, ({ params: { id } }, { actor: { merchantId }, address }) =>
      readingSemaphoreOf(merchantId)(() =>
        withWrongCodeLimit(deps, { merchantId, guesser: merchantId, id, address }, () =>
          read(deps, { merchantId, id }),
        ),
      ),
    ),
    route(reverseRedemptionByMachine, ({ params, headers }, { actor: { merchantId }, reply, address }) =>
      withWrongCodeLimit(deps, { merchantId, guesser: merchantId, id: params.id, address }, async () => {
        const idempotencyKey = headers['idempotency-key'];
        return told(reply, await reverse(deps, { merchantId, ...params, idempotencyKey }));
      }),
    ),
    route(listTransactionsByMachine, ({ query }, { actor: { merchantId } }) =>
      readingSemaphoreOf(merchantId)(() => listTransactions(deps.db, { merchantId, query })),
    ),
    route(listSettlementsByMachine, ({ query }, { actor: { merchantId } }) =>
      readingSemaphoreOf(merchantId)(() => listSettlements(deps.db, { merchantId, query })),
    ),
    route(apiAccess, (_input, { actor: { merchantId }, address }) =>
      readApiAccess(deps, { merchantId, address }),
    ),
    route(machineState, ({ params }) => readMachineState(deps, params)),
    route(updateApiSecurity, ({ body }, { actor: { merchantId, staffId } }) =>
      updateSecurity(deps, { merchantId, staffId, security: body }),
    ),
    route(apiRequests, ({ query }, { actor: { merchantId } }) => listCalls(deps.db, { merchantId, query })),
  ];
}

/** Says whether this is the answer to an earlier request, also when that was a refusal. */
function told<Answer>(reply: FastifyReply, outcome: Outcome<Answer>): Answer {
  if (outcome.isReplay) reply.header('idempotent-replayed', 'true');
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.answer;
}
