import { maskMsisdn } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { collectFailures } from '../../../platform/jobs/process-due-rows.ts';
import type { Deps } from '../../../config/deps.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { notify } from '../../services/messages/index.ts';
import { forgetLiveSessions } from '../sessions/index.ts';
import { everyContactOf, lockUserRecord } from '../users/index.ts';
import { freezeIn } from '../wallet-freeze/index.ts';
import { endCase, readDueCases, replaceLostPhone, type DueCase } from './store.ts';

/** Gives accounts their new numbers 72 hours after the case was opened, unless an old contact has stopped it. */
export async function finishLostContacts(deps: Pick<Deps, 'db' | 'keys' | 'log'>): Promise<void> {
  const failures = collectFailures(deps.log, 'the lost contacts of an account cannot be replaced');
  for (const due of await readDueCases(deps.db)) {
    await failures.apart({ caseId: due.id }, async () => {
      if (!(await inTransaction(deps.db, (tx) => finish(tx, deps, due)))) return;
      forgetLiveSessions(deps.db);
      securityEvent('contact.changed', { audience: 'consumer', account: due.userId, what: 'phone' });
    });
  }
  failures.rethrow();
}

async function finish(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { id, userId, msisdn }: DueCase,
): Promise<boolean> {
  const user = await lockUserRecord(tx, userId);
  if (!user) return false;
  const ended = await replaceLostPhone(tx, id);
  if (ended === 'early') return false;
  await endCase(tx, id, ended);
  if (ended === 'replaced') {
    const { language } = user;
    const { sms: _lost, ...contacts } = everyContactOf(user);
    await notify(
      tx,
      deps,
      { template: 'contacts-replaced', data: {}, sms: msisdn, language },
      { template: 'phone-changed', data: { phone: maskMsisdn(msisdn) }, ...contacts },
    );
    return true;
  }
  // Replaces support's freeze by the owner's own, which the owner lifts as after "this was not me".
  if (user.walletFrozenBy === 'lost-contacts') await freezeIn(tx, deps, user, { by: 'not-me' });
  return false;
}
