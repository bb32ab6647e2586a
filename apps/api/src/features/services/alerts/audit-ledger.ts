import type { Deps } from '../../../config/deps.ts';
import { audit } from '../../../ledger/index.ts';
import { raiseAlert, resolveAlerts } from './store.ts';

const MOST_ACCOUNTS_IN_ALERT = 10;

/**
 * Audits the ledger, and raises or ends the alert about it.
 * @throws Error if balances and transfers differ, so that the job counts as failed
 */
export async function auditLedger({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const { addsUp, differences, transfers } = await audit(db);
  if (addsUp) {
    log.info({ transfers: String(transfers) }, 'the ledger adds up');
    await resolveAlerts(db, 'books_differ');
    return;
  }
  const accounts = differences.map(({ account }) => account);
  await raiseAlert(db, {
    kind: 'books_differ',
    details: { accounts: accounts.slice(0, MOST_ACCOUNTS_IN_ALERT).join(', '), count: accounts.length },
  });
  throw new Error(`THE LEDGER DOES NOT ADD UP: ${accounts.join(', ')}`);
}
