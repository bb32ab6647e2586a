import {
  countUsesWithLongTimeout,
  describeStatus,
  listKeys,
  rotateKeys,
} from '../apps/api/src/features/office/keys/index.ts';
import { lineOf } from './commands/commands.ts';
import { asOwner, runCommand } from './run-command.ts';

await runCommand('keys-rotate', async (deps) => {
  const { db: own, keys, config } = deps;
  const { resealed, unreadable, nextAddress } = await asOwner(deps, (db) => rotateKeys({ db, keys }));
  for (const { what, values } of resealed) console.log(`Sealed again: ${what} (${values}).`);
  if (resealed.length === 0) console.log('Everything is already sealed with the newest key.');
  for (const { what, values } of unreadable)
    console.log(`NO KEY IN APP_SECRETS OPENS ${what} (${values}). Is a secret missing?`);
  if (nextAddress !== undefined) {
    console.log(
      `The pay bill has a next address, ${nextAddress}. The worker registers it with M-PESA within a minute.`,
    );
    console.log(
      `Zawadi accepts both addresses until you confirm that M-PESA uses the next one: ${lineOf('pay-bill-address')}`,
    );
  }
  console.log(
    describeStatus(keys, await countUsesWithLongTimeout(config.database.url), await listKeys(own)).join('\n'),
  );
  return unreadable.length === 0;
});
