import { approveRequest, startAgain, startStop, suggestedSentences, type StopName } from '@zawadi/contract';
import type { Administrator } from './settlement-calls.ts';
import type { TestSystem } from './test-system.ts';

type Calls = Pick<TestSystem, 'call'>;

/** Starts a stop; returns its id. */
export async function stop({ call }: Calls, by: Administrator, name: StopName): Promise<string> {
  const body = { name, sentence: suggestedSentences[name], reason: 'A fault' };
  const { answer, outcome } = await call(startStop, { body }, by);
  const [started] = outcome === 'ok' ? answer.stops.filter((one) => one.name === name) : [];
  if (!started) throw new Error(`not stopped: ${outcome}`);
  return started.stopId;
}

/** Ends a stop by two administrators. */
export async function endStop(
  { call }: Calls,
  [requester, approver]: readonly [Administrator, Administrator],
  stopId: string,
): Promise<void> {
  const { answer, outcome } = await call(
    startAgain,
    { params: { stopId }, body: { reason: 'Mended' } },
    requester,
  );
  if (outcome !== 'ok' || answer.action.outcome !== 'waiting') throw new Error(`not requested: ${outcome}`);
  const { approvalId } = answer.action;
  const approved = await call(approveRequest, { body: { approvalId, reason: '' } }, approver);
  if (approved.outcome !== 'ok') throw new Error(`not approved: ${approved.outcome}`);
}
