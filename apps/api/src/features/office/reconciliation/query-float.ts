import type { FloatCheck } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { readFloatForecast } from '../../services/float-forecast/index.ts';
import { hasSeparateShortCodes, newCallbackToken, openCallback } from '../../mpesa/client/index.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { insertCheck, isBalanceStale, markFailed, takeDue } from './float-store.ts';
import { readCheck } from './list-checks.ts';

/**
 * Queries M-PESA's balances for an administrator.
 * @throws Refusal provider_unavailable
 */
export async function queryFloatNow(deps: PaymentDeps, auditor: Auditor): Promise<FloatCheck> {
  const { id, isAsked } = await ask(deps, { differedBefore: 0, isComparison: true, auditor });
  if (!isAsked) throw new Refusal('provider_unavailable', { retryAfterSeconds: 60 });
  return readCheck(deps.db, id);
}

/** Queries the balances daily. M-PESA answers by callback. */
export async function queryFloat(deps: PaymentDeps): Promise<void> {
  await ask(deps, { differedBefore: 0, isComparison: true });
}

/** Repeats checks that M-PESA did not answer, and checks whose difference may be a payment in progress. */
export async function queryFloatAgain(deps: PaymentDeps): Promise<void> {
  const due = await takeDue(deps.db);
  if (due.length === 0) return;
  const differedBefore = Math.max(...due.map((one) => one.differedBefore));
  await ask(deps, { differedBefore, isComparison: true });
}

const STALE_AFTER_MINUTES = 60;
const STALE_WHILE_LOW_MINUTES = 15;

/**
 * Asks for the balances an hour after the last check if money has left since, and every 15 minutes while the float is
 * low. Payments under way make such a balance differ from the ledger's, so it is not compared.
 */
export async function queryFloatByNeed(deps: PaymentDeps): Promise<void> {
  const forecast = await readFloatForecast(deps);
  const isLow = forecast !== undefined && forecast.missing > 0;
  const minutes = isLow ? STALE_WHILE_LOW_MINUTES : STALE_AFTER_MINUTES;
  if (!(await isBalanceStale(deps.db, { minutes, isLow }))) return;
  await ask(deps, { differedBefore: 0, isComparison: false });
}

async function ask(
  deps: PaymentDeps,
  { auditor, ...check }: { differedBefore: number; isComparison: boolean; auditor?: Auditor },
): Promise<{ id: string; isAsked: boolean }> {
  const [id, callbackToken, collectionToken] = [newId(), newCallbackToken(), newCallbackToken()];
  const isSeparate = hasSeparateShortCodes(deps);
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertCheck(tx, { id, ...check }))) return;
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
