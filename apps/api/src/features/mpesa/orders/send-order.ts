import type { CallOutcome, RejectionReason } from '@zawadi/mpesa';
import { crashPoint } from '../../../platform/crash-points.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { isClosed } from '../../services/restores/index.ts';
import { inSpan, type SpanAbout } from '../../../platform/tracing/tracing.ts';
import { newCallbackToken, openCallback, type PaymentDeps } from '../client/index.ts';
import { applyResult } from './apply-result.ts';
import type { OrderDeps, OrderKind, ProviderRequest } from './order-kind.ts';
import { isBeingSent, isLost } from './poll-store.ts';
import {
  claimSend,
  lockOrder,
  recordSent,
  recordUnknown,
  undoSend,
  type Order,
  type OrderKey,
} from './store.ts';

/** Outcome of a send. `not_needed`: the order must not be sent, or another process is sending it. */
export type SendOutcome = 'sent' | 'unknown' | 'not_needed' | 'not_sent' | RejectionReason;

/** Transient errors: M-PESA may accept the next send. */
const TRANSIENT: ReadonlySet<string> = new Set(['not_sent', 'throttled', 'token_refused']);

/** Whether M-PESA refused the send for good, as opposed to a transient error. */
export function isRefusal(outcome: SendOutcome): outcome is RejectionReason {
  return !['sent', 'unknown', 'not_needed', ...TRANSIENT].includes(outcome);
}

/**
 * Sends a committed order to M-PESA, outside of any transaction. Records the send before the API call and its outcome
 * afterwards. No other code makes M-PESA move money.
 */
export async function sendOrder(deps: OrderDeps, key: OrderKey & Pick<Order, 'kind'>): Promise<SendOutcome> {
  crashPoint('order-opened', key.kind);
  // After a restore, the lost system may have sent the order already. The order stays an INTENT until the restored
  // system is opened.
  if (await isClosed(deps.db)) return 'not_needed';
  const token = newCallbackToken();
  const claimed = await inTransaction(deps.db, (tx) => claim(tx, deps, key, token));
  if (!claimed) return 'not_needed';
  const { order, request } = claimed;
  return inSpan('send order', spanOf(order), async (note) => {
    crashPoint('send-claimed', order.kind);
    const answer = await call(deps, request, token);
    crashPoint('send-answered', order.kind);
    const outcome = await record(deps, order, answer);
    note('zawadi.outcome', outcome);
    crashPoint('send-recorded', order.kind);
    return outcome;
  });
}

/** Describes the order's span, which continues the trace in which the order was opened. */
export function spanOf({ kind, id, traceparent }: Order): SpanAbout {
  return { traceparent, attributes: { 'zawadi.order.kind': kind, 'zawadi.order.id': id } };
}

type Claimed = { order: Order; request: ProviderRequest };

async function claim(
  tx: Transaction,
  deps: OrderDeps,
  key: OrderKey,
  token: string,
): Promise<Claimed | undefined> {
  const order = await lockOrder(tx, key);
  if (!order || (order.state === 'SENDING' && (await isBeingSent(tx, key)))) return undefined;
  const kind = deps.orderKinds[order.kind];
  const request = await kind.request(tx, order);
  if (!request || !(await maySend(tx, kind, order, request))) return undefined;
  const sender = senderOf(deps, request);
  // To M-PESA, another short code is another organisation, so M-PESA would pay the same order id again.
  if (order.sends > 0 && sentFrom(deps, order) !== sender) return undefined;
  await claimSend(tx, key, sender);
  await openCallback(tx, token, {
    purpose: `${order.kind}_result`,
    homeId: key.homeId,
    targetId: key.id,
    traceparent: order.traceparent,
  });
  return { order, request };
}

function senderOf(deps: PaymentDeps, { call }: ProviderRequest): string {
  return call === 'b2c' || call === 'b2b' ? deps.mpesaPayoutShortCode : deps.mpesaShortCode;
}

/** Returns the short code that sent the order; M-PESA knows the order's id under this short code only. */
export function sentFrom(deps: Pick<PaymentDeps, 'mpesaShortCode'>, order: Order): string {
  return order.sentFrom ?? deps.mpesaShortCode;
}

async function maySend(
  tx: Transaction,
  kind: OrderKind,
  order: Order,
  request: ProviderRequest,
): Promise<boolean> {
  const repeat = kind.repeat(request);
  switch (order.state) {
    case 'INTENT':
      return true;
    case 'SENDING':
    case 'UNKNOWN':
      // An acknowledged order is queried. It is sent again only when M-PESA has lost it.
      return repeat === 'always' || (repeat === 'under-its-id' && order.sentAt === null);
    case 'SENT':
      return repeat === 'always' || (repeat === 'under-its-id' && (await isLost(tx, order)));
    default:
      return false;
  }
}

type Ids = { providerId: string; conversationId: string };

async function call(
  { mpesa }: PaymentDeps,
  request: ProviderRequest,
  callbackToken: string,
): Promise<CallOutcome<Ids>> {
  if (request.call === 'stkPush') {
    const answer = await mpesa.stkPush({ ...request, callbackToken });
    if (answer.outcome !== 'accepted') return answer;
    const { checkoutRequestId: providerId, merchantRequestId: conversationId } = answer;
    return { outcome: 'accepted', providerId, conversationId };
  }
  const answer = await command(mpesa, request, callbackToken);
  if (answer.outcome !== 'accepted') return answer;
  const { originatorConversationId: providerId, conversationId } = answer;
  return { outcome: 'accepted', providerId, conversationId };
}

function command(
  mpesa: PaymentDeps['mpesa'],
  request: Exclude<ProviderRequest, { call: 'stkPush' }>,
  callbackToken: string,
) {
  if (request.call === 'b2c') return mpesa.b2c({ ...request, callbackToken });
  if (request.call === 'b2b') return mpesa.b2b({ ...request, callbackToken });
  return mpesa.reversal({ ...request, callbackToken });
}

async function record(deps: OrderDeps, order: Order, answer: CallOutcome<Ids>): Promise<SendOutcome> {
  const kind = deps.orderKinds[order.kind];
  const about = { orderKind: order.kind, orderId: order.id };
  if (answer.outcome === 'accepted' || (answer.outcome === 'unknown' && answer.cause === 'already_sent')) {
    await inTransaction(deps.db, async (tx) => {
      const sent = await recordSent(tx, order, answer.outcome === 'accepted' ? answer : {});
      if (sent?.state === 'SENT') await kind.onSent?.(tx, sent);
    });
    return 'sent';
  }
  if (answer.outcome === 'unknown' && answer.cause !== 'not_sent') {
    deps.log.warn({ ...about, cause: answer.cause }, 'M-PESA did not answer an order');
    await recordUnknown(deps.db, order);
    return 'unknown';
  }
  const refused = answer.outcome === 'rejected' ? answer : { code: 'not_sent', reason: 'not_sent' as const };
  deps.log.warn(
    { ...about, code: refused.code, reason: refused.reason },
    'M-PESA refused an order, or it was not sent',
  );
  await inTransaction(deps.db, (tx) => recordRefused(tx, deps, order, refused));
  return refused.reason;
}

/** Records that M-PESA refused one send. The order stays open while another send may have been executed. */
async function recordRefused(
  tx: Transaction,
  deps: OrderDeps,
  order: Order,
  { code, reason }: { code: string; reason: string },
): Promise<void> {
  const kind = deps.orderKinds[order.kind];
  await kind.lockOwners(tx, [order]);
  const rest = await undoSend(tx, order);
  if (!rest || rest.sends > rest.failedIds.length) return;
  const isTransient = TRANSIENT.has(reason);
  // The next poll sends an order that never left this process, unless a person is waiting for it.
  const isLeftForLater =
    isTransient && (kind.waitsForTransientErrors || (reason === 'not_sent' && !kind.find));
  if (isLeftForLater) return;
  await applyResult(tx, deps, order, {
    outcome: 'failed',
    resultCode: code,
    reason: 'provider_error',
    isOurFault: !isTransient,
  });
}
