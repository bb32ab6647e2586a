import { shillingsOf } from '@zawadi/contract';
import type { CallOutcome, RejectionReason } from '@zawadi/mpesa';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newCallbackToken, openCallback } from '../../mpesa/client/index.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { applySettlementResult } from './apply-settlement-result.ts';
import {
  claimSend,
  findAttempt,
  recordSent,
  takeBackSend,
  type Attempt,
  type AttemptKey,
} from './attempt-store.ts';
import type { Destination } from './destination.ts';
import { findSettlement, lockSettlement, type SettlementRecord } from './store.ts';

const REMARKS = 'Zawadi settlement';
/** Transient errors: the next order may be accepted. */
const PASSING: ReadonlySet<RejectionReason> = new Set(['throttled', 'token_refused']);

/**
 * Orders a pay-out from M-PESA, outside of any transaction. To a phone (B2C) it may be ordered again under the same id,
 * which pays once; to a business (B2B) M-PESA takes no idempotency key, so it is ordered once, never again unless the
 * order certainly did not get there.
 */
export async function sendPayOut(deps: PaymentDeps, key: AttemptKey): Promise<void> {
  const token = newCallbackToken();
  const send = await inTransaction(deps.db, async (tx) => {
    const claimed = await claimSend(tx, key);
    const target = { homeId: key.merchantId, targetId: key.attemptId };
    if (claimed !== undefined) await openCallback(tx, token, { purpose: 'settlement_result', ...target });
    return claimed;
  });
  if (send === undefined) return;
  const attempt = await findAttempt(deps.db, key);
  const settlement = attempt && (await findSettlement(deps.db, attempt));
  if (!attempt || !settlement) return;
  await record(deps, attempt, send, await order(deps, attempt, settlement, token));
}

type Answer = CallOutcome<{ conversationId: string; originatorConversationId: string }>;

function order(
  { mpesa }: PaymentDeps,
  attempt: Attempt,
  settlement: SettlementRecord,
  callbackToken: string,
): Promise<Answer> {
  const amountShillings = shillingsOf(settlement.amountCents - settlement.feeCents);
  const common = { amountShillings, remarks: `${REMARKS} ${settlement.batchId}`, callbackToken };
  const { destination: to } = attempt;
  if (to.kind !== 'mpesa') return mpesa.b2b({ ...common, ...businessOf(to) });
  return mpesa.b2c({ ...common, originatorConversationId: attempt.id, msisdn: to.msisdn });
}

function businessOf(to: Exclude<Destination, { kind: 'mpesa' }>) {
  if (to.kind === 'till') {
    return { command: 'BusinessBuyGoods', receiverShortCode: to.tillNumber } as const;
  }
  return {
    command: 'BusinessPayBill',
    receiverShortCode: to.payBillNumber,
    accountReference: to.accountNumber,
  } as const;
}

async function record(deps: PaymentDeps, attempt: Attempt, send: number, answer: Answer): Promise<void> {
  const key = { merchantId: attempt.merchantId, attemptId: attempt.id };
  if (answer.outcome === 'accepted') {
    const { conversationId, originatorConversationId: providerOriginatorId } = answer;
    await recordSent(deps.db, key, { conversationId, providerOriginatorId });
    return;
  }
  if (answer.outcome === 'unknown') {
    deps.log.warn({ attemptId: attempt.id, cause: answer.cause }, 'a settlement was sent and not answered');
    if (answer.cause === 'already_sent') await recordSent(deps.db, key, {});
    if (answer.cause === 'not_sent') await takeBackSend(deps.db, key, send);
    return;
  }
  const { code: resultCode, reason } = answer;
  deps.log.warn({ attemptId: attempt.id, resultCode, reason }, 'M-PESA did not take a settlement');
  await inTransaction(deps.db, async (tx) => {
    await lockSettlement(tx, attempt);
    // Another send may have been executed without an answer, so the refusal of one among several proves nothing.
    const now = await findAttempt(tx, key);
    if (now?.sends !== 1 || now.state !== 'SENDING') return;
    const isOurFault = !PASSING.has(reason);
    await applySettlementResult(tx, deps, key, {
      outcome: 'failed',
      resultCode,
      reason: 'provider_error',
      isOurFault,
    });
  });
}
