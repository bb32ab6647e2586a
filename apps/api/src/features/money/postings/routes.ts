import { trialBalance } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { readTrialBalance } from './read-trial-balance.ts';

export function routes(deps: Deps): Route[] {
  return [route(trialBalance, () => readTrialBalance(deps))];
}
