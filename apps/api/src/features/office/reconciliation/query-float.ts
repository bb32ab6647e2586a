import type { FloatCheck } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { hasSeparateShortCodes, newCallbackToken, openCallback } from '../../mpesa/client/index.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { insertCheck, markFailed, takeDue } from './float-store.ts';
import { readCheck } from './list-checks.ts';

/**
 * Queries M-PESA's balances for an administrator.
 * @throws Refusal provider_unavailable
 */
export async function queryFloatNow(deps: PaymentDeps, auditor: Auditor): Promise<FloatCheck> {
  const { id, isAsked } = await ask(deps, { differedBefore: 0, auditor });
  if (!isAsked) throw new Refusal('provider_unavailable', { retryAfterSeconds: 60 });
  return readCheck(deps.db, id);
}

/** Queries the balances daily. M-PESA answers by callback. */
export async function queryFloat(deps: PaymentDeps): Promise<void> {
  await ask(deps, { differedBefore: 0 });
}

/** Repeats checks that M-PESA did not answer, and checks whose difference may be a payment in progress. */
export async function queryFloatAgain(deps: PaymentDeps): Promise<void> {
  const due = await takeDue(deps.db);
  if (due.length === 0) return;
  await ask(deps, { differedBefore: Math.max(...due.map(({ differedBefore }) => differedBefore)) });
}

async function ask(
  deps: PaymentDeps,
  { differedBefore, auditor }: { differedBefore: number; auditor?: Auditor },
): Promise<{ id: string; isAsked: boolean }> {
  const [id, callbackToken, collectionToken] = [newId(), newCallbackToken(), newCallbackToken()];
  const isSeparate = hasSeparateShortCodes(deps);
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertCheck(tx, { id, differedBefore }))) return;
    const target = { homeId: id, targetId: id };
    await openCallback(tx, callbackToken, { purpose: 'balance_result', ...target });
    if (isSeparate)
      await openCallback(tx, collectionToken, { purpose: 'collection_balance_result', ...target });
    if (!auditor) return;
    await recordAudit(tx, auditor, {
      action: 'float.checked',
      subjectKind: 'float-check',
      subjectId: id,
    });
  });
  const answers = [await deps.mpesa.accountBalance({ side: 'payout', callbackToken })];
  if (isSeparate)
    answers.push(await deps.mpesa.accountBalance({ side: 'collection', callbackToken: collectionToken }));
  // If the outcome is unknown, M-PESA may still be processing the query, so the check stays open.
  const isRejected = answers.some(({ outcome }) => outcome === 'rejected');
  if (isRejected) await markFailed(deps.db, id);
  return { id, isAsked: !isRejected };
}
