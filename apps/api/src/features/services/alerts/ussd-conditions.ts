import type { UssdLimits } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { readFeaturesOn, readFeesAndLimits } from '../settings/index.ts';
import type { Condition } from './store.ts';
import { readUssdTraffic, type UssdTraffic } from './ussd-store.ts';

/** Fewer failed requests are no alert, whatever their share is. */
const LEAST_FAILED = 5;

/** Reads whether the USSD gateway is silent, or its requests fail. Neither is an alert while the feature is off. */
export async function readUssdConditions(deps: Pick<Deps, 'db' | 'config'>): Promise<Condition[]> {
  const features = await readFeaturesOn(deps.db);
  if (!features.has('ussd')) return [];
  const { ussd } = await readFeesAndLimits(deps);
  const traffic = await readUssdTraffic(deps.db, ussd.silentMinutes);
  return [...silenceOf(traffic, ussd), ...failuresOf(traffic, ussd)];
}

function silenceOf(
  { requests, usual, lastAt }: UssdTraffic,
  { silentMinutes, usualSessions }: UssdLimits,
): Condition[] {
  if (requests > 0 || usual < usualSessions) return [];
  const last = lastAt ? `${nairobiDay(lastAt)} ${nairobiTime(lastAt).slice(0, 5)}` : '';
  return [{ kind: 'ussd_silent', details: { minutes: silentMinutes, usual: Math.round(usual), last } }];
}

function failuresOf({ failed, answered }: UssdTraffic, { failedPercent }: UssdLimits): Condition[] {
  const percent = Math.round((100 * failed) / Math.max(1, failed + answered));
  if (failed < LEAST_FAILED || percent < failedPercent) return [];
  return [{ kind: 'ussd_failing', details: { failed, all: failed + answered, percent } }];
}
