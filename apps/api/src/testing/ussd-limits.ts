import { changeFeesAndLimits, readFeesAndLimits, type UssdLimits } from '@zawadi/contract';
import type { Administrator } from './settlement-calls.ts';
import type { TestSystem } from './test-system.ts';

/** Changes some limits of USSD; the others stay. */
export async function changeUssdLimits(
  { call }: Pick<TestSystem, 'call'>,
  changed: Partial<UssdLimits>,
  by: Administrator,
): Promise<void> {
  const { current, latestVersionId: basedOn } = (await call(readFeesAndLimits, {}, by)).answer;
  const { fees, limits, ussd } = current.feesAndLimits;
  const feesAndLimits = { fees, limits, ussd: { ...ussd, ...changed } };
  const { outcome } = await call(
    changeFeesAndLimits,
    { body: { feesAndLimits, reason: 'A test', basedOn } },
    by,
  );
  if (outcome !== 'ok') throw new Error(`the limits were refused: ${outcome}`);
}
