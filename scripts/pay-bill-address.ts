import { inTransaction } from '../apps/api/src/platform/db/in-transaction.ts';
import { confirmNextAddress, describeAddresses } from '../apps/api/src/features/money/callbacks/index.ts';
import { reportAddress } from '../apps/api/src/features/services/delivery-reports/index.ts';
import { asOwner, runCommand } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

await runCommand('pay-bill-address', async (deps, { 'changed-over': isChangedOver, force }) => {
  if (isChangedOver === true) {
    const isForced = force === true;
    const next = await asOwner(deps, (db) => inTransaction(db, (tx) => confirmNextAddress(tx, { isForced })));
    if (next === undefined) throw new StartUpMistake('There is no next address to switch to.');
    if (!next.isInUse) {
      throw new StartUpMistake(
        `The next address ${next.label} has received no call, so M-PESA may not use it yet. Wait for a payment, or add --force.`,
      );
    }
    console.log(
      `The address ${next.label} is in use. For a week, Zawadi verifies payments reported to the previous one with M-PESA.`,
    );
    return true;
  }
  const { callbackUrl } = deps.config;
  const addresses = await inTransaction(deps.db, (tx) => describeAddresses(tx, deps.keys));
  if (addresses.length === 0)
    console.log('There is no address yet. The worker creates one at its first start.');
  for (const { label, state, lastUsedAt, confirmationToken, validationToken } of addresses) {
    const used = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'not used yet';
    console.log(`${state === 'CURRENT' ? 'In use' : 'Next'}: ${label}, ${used}`);
    console.log(`  confirmation ${callbackUrl}/api/hooks/${confirmationToken}`);
    console.log(`  validation   ${callbackUrl}/api/hooks/${validationToken}`);
  }
  console.log('Delivery reports of SMS (enter it in the account of Africa’s Talking):');
  console.log(`  ${reportAddress(deps, 'sms-reports')}`);
  console.log('Bounced mail (the mail server posts the mails to MAIL_BOUNCES_TO here):');
  console.log(`  ${reportAddress(deps, 'mail-bounces')}`);
  console.log('USSD (enter both in the account of Africa’s Talking):');
  console.log(`  callback URL ${reportAddress(deps, 'ussd')}`);
  console.log(`  events URL   ${reportAddress(deps, 'ussd')}/ended`);
  return true;
});
