import { trialBalance } from '@zawadi/contract';
import type { Deps } from '../../../platform/deps.ts';
import { route, type Route } from '../../../platform/http/routes.ts';
import { readTrialBalance } from './read-trial-balance.ts';

export function routes(deps: Deps): Route[] {
  return [route(trialBalance, () => readTrialBalance(deps))];
}
