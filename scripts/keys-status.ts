import {
  countUsesWithLongTimeout,
  describeStatus,
  listKeys,
} from '../apps/api/src/features/office/keys/index.ts';
import { runCommand } from './run-command.ts';

await runCommand('keys-status', async ({ db, keys, config }) => {
  console.log(
    describeStatus(keys, await countUsesWithLongTimeout(config.database.url), await listKeys(db)).join('\n'),
  );
  return true;
});
