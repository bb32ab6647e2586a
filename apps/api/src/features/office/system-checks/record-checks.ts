import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { runChecks } from './run-checks.ts';
import { readDatabaseClock, storeResults } from './store.ts';

const EVERY_SECONDS = 120;
/** In the sandbox the checks would fill its log of events. */
const EVERY_SECONDS_IN_SANDBOX = 900;

export function secondsBetweenChecks({ config }: Pick<PaymentDeps, 'config'>): number {
  return config.provider === 'sandbox' ? EVERY_SECONDS_IN_SANDBOX : EVERY_SECONDS;
}

/** Runs the checks, and stores the results for Health and alerts. Checks nothing while the demo plays the past. */
export async function recordChecks(deps: PaymentDeps): Promise<void> {
  const { offsetMs } = await readDatabaseClock(deps.db);
  if (offsetMs !== 0) return;
  const results = await runChecks(deps, { renewsToken: false });
  await inTransaction(deps.db, (tx) => storeResults(tx, results));
}
