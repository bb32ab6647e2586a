import { lookupHash } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { raiseAlert, resolveAlerts } from '../../control/alerts/index.ts';
import type { PaymentDeps } from '../client/index.ts';
import { openCallback } from '../client/index.ts';

export const NO_TARGET = '00000000-0000-0000-0000-000000000000';

/**
 * Tells M-PESA where to report payments made at the pay bill by hand. The address is one fixed secret, so
 * telling it again after a restart changes nothing. Payments are never refused: an unmatched one goes to suspense.
 */
export async function sendPayBillAddresses(deps: PaymentDeps): Promise<void> {
  const confirmationToken = lookupHash(deps.keys, 'c2b-confirmation').toString('hex');
  const validationToken = lookupHash(deps.keys, 'c2b-validation').toString('hex');
  const noTarget = { homeId: NO_TARGET, targetId: NO_TARGET };
  await inTransaction(deps.db, async (tx) => {
    await openCallback(tx, confirmationToken, { purpose: 'c2b', ...noTarget });
    await openCallback(tx, validationToken, { purpose: 'c2b_validation', ...noTarget });
  });
  const answer = await deps.mpesa.registerC2bUrls({
    confirmationToken,
    validationToken,
    whenUnreachable: 'Completed',
  });
  if (answer.outcome === 'rejected' && !isKnown(answer)) {
    deps.log.error({ answer }, 'M-PESA refuses our pay-bill addresses');
    await raiseAlert(deps.db, { kind: 'addresses_refused', details: { code: answer.code } });
  } else if (answer.outcome !== 'unknown') await resolveAlerts(deps.db, 'addresses_refused');
  await sendPullRegistration(deps, confirmationToken);
}

/** In production addresses are registered once; afterwards M-PESA says that it has them. */
function isKnown({ message }: { message: string }): boolean {
  return /already|duplicate/iu.test(message);
}

/** Lets us read the list of everything M-PESA has received; without it a payment is found by its callback alone. */
async function sendPullRegistration(deps: PaymentDeps, callbackToken: string): Promise<void> {
  const { nominatedMsisdn } = deps.config.mpesa;
  if (nominatedMsisdn === undefined) return;
  const answer = await deps.mpesa.pullTransactions.register({ nominatedMsisdn, callbackToken });
  if (answer.outcome !== 'accepted')
    deps.log.warn({ answer }, 'M-PESA does not let us read what it has received');
}
