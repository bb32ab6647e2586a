import {
  apiAccess,
  apiRequests,
  createTestVoucher,
  createVoucher,
  listEventsByMachine,
  listSettlementsByMachine,
  listTransactionsByMachine,
  listVouchersByMachine,
  machineState,
  makeTestVoucher,
  readEventByMachine,
  readSettlementByMachine,
  readTransactionByMachine,
  readVoucher,
  resendVoucherByMachine,
  reverseRedemptionByMachine,
  sendTestEvent,
  updateApiSecurity,
  voidVoucherByMachine,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { createKeyedSemaphores } from '../../../platform/semaphore.ts';
import { route, type Route } from '../../../http/routes.ts';
import { withWrongCodeLimit } from '../../money/redemptions/index.ts';
import { replyWith } from '../../../platform/idempotency/index.ts';
import { readApiAccess, readMachineState, updateSecurity } from './api-access.ts';
import { createVoucher as create } from './create-voucher.ts';
import { listCalls } from './request-log.ts';
import { listEvents, readEvent } from './list-events.ts';
import { listSettlements, readSettlement } from './list-settlements.ts';
import { listTransactions, readTransaction } from './list-transactions.ts';
import { listOwnVouchers, resendOwnVoucher, voidOwnVoucher } from './own-vouchers.ts';
import { readVoucher as read } from './read-voucher.ts';
import { reverseRedemption as reverse } from './reverse-redemption.ts';
import * as tryOut from './try-out.ts';

// A program that requests hundreds of pages at once gets four at a time, so that other readers get theirs in between.
const readingSemaphoreOf = createKeyedSemaphores({ atOnce: 4, waitingAtMost: 1_000, retryAfterSeconds: 1 });

export function routes(deps: Deps): Route[] {
  return [
    route(createVoucher, async ({ headers, body }, { actor, reply }) => {
      const idempotencyKey = headers['idempotency-key'];
      return replyWith(reply, await create(deps, { ...actor, idempotencyKey, body }));
    }),
    route(readVoucher, ({ params: { id } }, { actor: { merchantId, keyId }, address }) =>
      readingSemaphoreOf(merchantId)(() =>
        withWrongCodeLimit(deps, { merchantId, by: { keyId }, id, address }, () =>
          read(deps, { merchantId, id }),
        ),
      ),
    ),
    route(
      reverseRedemptionByMachine,
      ({ params, headers }, { actor: { merchantId, keyId }, reply, address }) =>
        withWrongCodeLimit(deps, { merchantId, by: { keyId }, id: params.id, address }, async () => {
          const idempotencyKey = headers['idempotency-key'];
          return replyWith(reply, await reverse(deps, { merchantId, ...params, idempotencyKey }));
        }),
    ),
    route(
      voidVoucherByMachine,
      ({ params: { id }, headers, body }, { actor: { merchantId, keyId }, reply, address }) =>
        withWrongCodeLimit(deps, { merchantId, by: { keyId }, id, address }, async () => {
          const idempotencyKey = headers['idempotency-key'];
          return replyWith(reply, await voidOwnVoucher(deps, { merchantId, id, idempotencyKey, body }));
        }),
    ),
    route(
      resendVoucherByMachine,
      ({ params: { id }, headers }, { actor: { merchantId, keyId }, reply, address }) =>
        withWrongCodeLimit(deps, { merchantId, by: { keyId }, id, address }, async () => {
          const idempotencyKey = headers['idempotency-key'];
          return replyWith(reply, await resendOwnVoucher(deps, { merchantId, id, idempotencyKey }));
        }),
    ),
    route(listVouchersByMachine, ({ query }, { actor: { merchantId } }) =>
      readingSemaphoreOf(merchantId)(() => listOwnVouchers(deps.db, { merchantId, query })),
    ),
    route(readTransactionByMachine, ({ params: { id } }, { actor: { merchantId } }) =>
      readingSemaphoreOf(merchantId)(() => readTransaction(deps.db, { merchantId, id })),
    ),
    route(readSettlementByMachine, ({ params: { id } }, { actor: { merchantId } }) =>
      readingSemaphoreOf(merchantId)(() => readSettlement(deps.db, { merchantId, id })),
    ),
    route(listTransactionsByMachine, ({ query }, { actor: { merchantId } }) =>
      readingSemaphoreOf(merchantId)(() => listTransactions(deps.db, { merchantId, query })),
    ),
    route(listSettlementsByMachine, ({ query }, { actor: { merchantId } }) =>
      readingSemaphoreOf(merchantId)(() => listSettlements(deps.db, { merchantId, query })),
    ),
    route(listEventsByMachine, ({ query }, { actor: { merchantId } }) =>
      readingSemaphoreOf(merchantId)(() => listEvents(deps.db, { merchantId, query })),
    ),
    route(readEventByMachine, ({ params }, { actor: { merchantId } }) =>
      readEvent(deps.db, { merchantId, ...params }),
    ),
    route(createTestVoucher, async ({ headers, body }, { actor, reply }) => {
      const idempotencyKey = headers['idempotency-key'];
      return replyWith(reply, await tryOut.createTestVoucher(deps, { ...actor, idempotencyKey, body }));
    }),
    route(sendTestEvent, async ({ headers, body }, { actor, reply }) => {
      const idempotencyKey = headers['idempotency-key'];
      return replyWith(reply, await tryOut.sendTestEvent(deps, { ...actor, idempotencyKey, body }));
    }),
    route(makeTestVoucher, (_input, { actor }) => tryOut.makeTestVoucher(deps, actor)),
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
