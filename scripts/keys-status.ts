import { countPatiently, describeStatus } from '../apps/api/src/features/operations/keys/index.ts';
import { runCommand } from './run-command.ts';

await runCommand('keys:status', async ({ keys, config }) => {
  console.log(describeStatus(keys, await countPatiently(config.database.url)).join('\n'));
  return true;
});
