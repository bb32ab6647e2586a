import {
  countPatiently,
  describeStatus,
  listKeys,
  rotateKeys,
} from '../apps/api/src/features/office/keys/index.ts';
import { asOwner, runCommand } from './run-command.ts';

await runCommand('keys:rotate', async (deps) => {
  const { db: own, keys, config } = deps;
  const { resealed, unreadable, nextAddress } = await asOwner(deps, (db) => rotateKeys({ db, keys }));
  for (const { what, values } of resealed) console.log(`Sealed again: ${what} (${values}).`);
  if (resealed.length === 0) console.log('Everything is under the newest key already.');
  for (const { what, values } of unreadable)
    console.log(`NO KEY OF THE RING OPENS ${what} (${values}): is a secret missing in APP_SECRETS?`);
  if (nextAddress !== undefined) {
    console.log(
      `The pay bill has a next address, ${nextAddress}, which the worker tells M-PESA within a minute.`,
    );
    console.log('Both are accepted until you say that M-PESA uses it: see npm run pay-bill:address.');
  }
  console.log(
    describeStatus(keys, await countPatiently(config.database.url), await listKeys(own)).join('\n'),
  );
  return unreadable.length === 0;
});
