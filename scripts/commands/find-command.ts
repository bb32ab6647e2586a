import { nearestTo } from '../../apps/api/src/platform/nearest-name.ts';
import { StartUpMistake } from '../start-up-mistake.ts';
import { commandList, PROGRAM, type CommandName } from './commands.ts';
import { inColumns } from './in-columns.ts';

/** @throws StartUpMistake that names the nearest command */
export function findCommand(given: string): CommandName {
  const names = commandList.map(([name]) => name);
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  const nearest = nearestTo(given, names);
  const advice = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  throw new StartUpMistake(`There is no command "${given}".${advice} All commands: node ${PROGRAM} --help`);
}

/** Lists all commands with what they do. */
export function describeCommands(): string {
  return `Zawadi: gift vouchers and wallets on M-PESA.

Usage: node ${PROGRAM} COMMAND [OPTIONS]

${inColumns(commandList.map(([name, { does }]) => [name, does]))}

node ${PROGRAM} COMMAND --help describes a command, node ${PROGRAM} --version prints the version.`;
}
