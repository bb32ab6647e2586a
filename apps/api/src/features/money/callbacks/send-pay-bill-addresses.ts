import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { raiseAlert, resolveAlerts } from '../../services/alerts/index.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { readNewestAddress } from './pay-bill-addresses.ts';
import { readRegistration, recordRegistrationAnswer } from './pay-bill-addresses-store.ts';

/**
 * Registers the newest pay-bill address at M-PESA for manual payments. Runs at every start; repeating it has no
 * effect. We refuse no payment: an unmatched payment goes to suspense.
 */
export async function sendPayBillAddresses(deps: PaymentDeps): Promise<void> {
  const { id, confirmationToken, validationToken } = await inTransaction(deps.db, (tx) =>
    readNewestAddress(tx, deps.keys),
  );
  const answer = await deps.mpesa.registerC2bUrls({
    confirmationToken,
    validationToken,
    whenUnreachable: 'Completed',
  });
  if (answer.outcome === 'rejected' && !isKnown(answer)) {
    deps.log.error({ answer }, 'M-PESA refuses our pay-bill addresses');
    await raiseAlert(deps.db, { kind: 'addresses_refused', details: { code: answer.code } });
  } else if (answer.outcome !== 'unknown') await resolveAlerts(deps.db, 'addresses_refused');
  if (answer.outcome === 'unknown')
    deps.log.warn(
      { answer },
      'M-PESA has not answered the registration of our pay-bill address; it is retried',
    );
  else await recordRegistrationAnswer(deps.db, id);
  await sendPullRegistration(deps, confirmationToken);
}

/** Registers a pay-bill address that was created after the worker's start. */
export async function sendNewPayBillAddress(deps: PaymentDeps): Promise<void> {
  if ((await readRegistration(deps.db)) === 'unanswered') await sendPayBillAddresses(deps);
}

/** Returns whether M-PESA answers that the address exists. In production an address can be registered only once. */
function isKnown({ message }: { message: string }): boolean {
  return /already|duplicate/iu.test(message);
}

/** Registers us for M-PESA's list of all received payments. Without the list, only callbacks report payments. */
async function sendPullRegistration(deps: PaymentDeps, callbackToken: string): Promise<void> {
  const { nominatedMsisdn } = deps.config.mpesa;
  if (nominatedMsisdn === undefined) return;
  const answer = await deps.mpesa.pullTransactions.register({ nominatedMsisdn, callbackToken });
  if (answer.outcome !== 'accepted')
    deps.log.warn({ answer }, 'M-PESA refuses to register us for its list of received payments');
}
