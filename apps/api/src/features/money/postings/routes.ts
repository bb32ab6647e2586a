import { trialBalance } from '@zawadi/contract';
import { readTrialBalance } from './read-trial-balance.ts';
import type { Deps } from '../../../platform/deps.ts';
import { route, type Route } from '../../../platform/http/routes.ts';

export function routes(deps: Deps): Route[] {
  return [route(trialBalance, () => readTrialBalance(deps))];
}
