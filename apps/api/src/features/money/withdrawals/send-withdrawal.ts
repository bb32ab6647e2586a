import { shillingsOf } from '@zawadi/contract';
import type { RejectionReason } from '@zawadi/mpesa';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { openCallback } from '../../mpesa/client/index.ts';
import { applyWithdrawalResult } from './apply-withdrawal-result.ts';
import { mayHaveBeenResent, recordSent } from './send-state-store.ts';
import type { Withdrawal, WithdrawalKey } from './store.ts';

const REMARKS = 'Zawadi withdrawal';
/** Refusals of one moment, after which the next order may well be taken. */
const PASSING: ReadonlySet<RejectionReason> = new Set(['throttled', 'token_refused']);

/**
 * Orders a reserved pay-out from M-PESA, outside of any transaction. The id is the same every time, so that M-PESA
 * itself refuses to pay twice; only a refusal of the only send is a definite no.
 */
export async function sendWithdrawal(
  deps: PaymentDeps,
  withdrawal: Withdrawal & { token: string },
  options: { isResend: boolean } = { isResend: false },
): Promise<void> {
  const key = { userId: withdrawal.userId, withdrawalId: withdrawal.id };
  const answer = await deps.mpesa.b2c({
    originatorConversationId: withdrawal.id,
    msisdn: withdrawal.msisdn,
    amountShillings: shillingsOf(withdrawal.amountCents - withdrawal.feeCents),
    remarks: REMARKS,
    callbackToken: withdrawal.token,
  });
  if (answer.outcome === 'accepted') {
    await recordSent(deps.db, key, { state: 'SENT', conversationId: answer.conversationId });
    return;
  }
  if (answer.outcome === 'unknown') {
    deps.log.warn(
      { withdrawalId: withdrawal.id, cause: answer.cause },
      'a pay-out was sent and not answered',
    );
    const state = answer.cause === 'already_sent' ? 'SENT' : 'UNKNOWN';
    await recordSent(deps.db, key, { state });
    return;
  }
  deps.log.warn(
    { withdrawalId: withdrawal.id, code: answer.code, reason: answer.reason },
    'M-PESA did not take a pay-out',
  );
  // Another send may have been executed without an answer, so the refusal of one among several proves nothing.
  if (options.isResend) return;
  await inTransaction(deps.db, async (tx) => {
    if (await mayHaveBeenResent(tx, key)) return;
    await applyWithdrawalResult(tx, deps, key, {
      outcome: 'failed',
      resultCode: answer.code,
      reason: 'provider_error',
      isOurFault: !PASSING.has(answer.reason),
    });
  });
}

/** The address for the result of one send; a queue time-out is told to the same address with a suffix. */
export async function openWithdrawalHooks(tx: Transaction, key: WithdrawalKey, token: string): Promise<void> {
  const target = { homeId: key.userId, targetId: key.withdrawalId };
  await openCallback(tx, token, { purpose: 'b2c_result', ...target });
}
