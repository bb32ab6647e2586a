import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import memory from '../ops/memory.json' with { type: 'json' };
import product from '../package.json' with { type: 'json' };
import { COMMANDS, readOptions } from './commands/commands.ts';
import { describeCommands, findCommand } from './commands/find-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

/** The program of the artefact: runs each command from its own file, so that a process loads only what it needs. */
const [given = '--help', ...args] = process.argv.slice(2);
try {
  if (['help', '--help', '-h'].includes(given)) console.log(describeCommands());
  else if (given === '--version') console.log(product.version);
  else await runCommand();
} catch (error) {
  console.error(error instanceof StartUpMistake ? error.message : error);
  process.exitCode = 1;
}

async function runCommand(): Promise<void> {
  const name = findCommand(given);
  readOptions(name, args);
  const file = join(__dirname, `${name}.js`);
  if ('isServer' in COMMANDS[name]) {
    // V8 and the C library read these settings only when a program starts.
    const options = [...memory.options, ...process.execArgv];
    const environment = { ...memory.environment, ...process.env };
    process.execve?.(process.execPath, [process.execPath, ...options, file], environment);
  }
  process.argv.splice(2, 1);
  await import(pathToFileURL(file).href);
}
