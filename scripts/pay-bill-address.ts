import { parseArgs } from 'node:util';
import { inTransaction } from '../apps/api/src/platform/db/in-transaction.ts';
import { confirmNextAddress, describeAddresses } from '../apps/api/src/features/mpesa/callbacks/index.ts';
import { asOwner, runCommand } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

const USAGE = 'npm run pay-bill:address [-- --changed-over]';

await runCommand('pay-bill:address', async (deps) => {
  if (readIsChangedOver()) {
    const inUse = await asOwner(deps, (db) => inTransaction(db, (tx) => confirmNextAddress(tx)));
    if (inUse === undefined) throw new StartUpMistake('There is no next address to change over to.');
    console.log(`The address ${inUse} is in use; the former one is accepted no more.`);
    return true;
  }
  const { callbackUrl } = deps.config;
  const addresses = await inTransaction(deps.db, (tx) => describeAddresses(tx, deps.keys));
  if (addresses.length === 0) console.log('There is none yet; the worker makes it at its first start.');
  for (const { label, state, lastUsedAt, confirmationToken, validationToken } of addresses) {
    const used = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'not used yet';
    console.log(`${state === 'CURRENT' ? 'In use' : 'Next'}: ${label}, ${used}`);
    console.log(`  confirmation ${callbackUrl}/api/hooks/${confirmationToken}`);
    console.log(`  validation   ${callbackUrl}/api/hooks/${validationToken}`);
  }
  return true;
});

function readIsChangedOver(): boolean {
  try {
    const { values } = parseArgs({ options: { 'changed-over': { type: 'boolean' } } });
    return values['changed-over'] === true;
  } catch (error) {
    throw new StartUpMistake(`${error instanceof Error ? error.message : String(error)}\nUsage: ${USAGE}`);
  }
}
