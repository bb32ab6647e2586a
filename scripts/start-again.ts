import { stopName } from '@zawadi/contract';
import { startAgainOnServer } from '../apps/api/src/features/services/stops/index.ts';
import { usageOf } from './commands/commands.ts';
import { asOwner, runCommand } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

await runCommand('start-again', async (deps, options) => {
  const name = stopName.safeParse(options.name);
  if (!name.success) {
    throw new StartUpMistake(
      `Name what starts again: ${stopName.options.join(', ')}. ${usageOf('start-again')}`,
    );
  }
  if (!(await asOwner(deps, (db) => startAgainOnServer(db, name.data)))) {
    throw new StartUpMistake(`There is no stop of ${name.data}.`);
  }
  console.log(`The stop of ${name.data} has ended.`);
  return true;
});
