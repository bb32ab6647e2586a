import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import product from '../../package.json' with { type: 'json' };
import { commandList, helpOf, readOptions } from './commands.ts';
import { describeCommands, findCommand } from './find-command.ts';

const ROOT = join(import.meta.dirname, '../..');
const scripts: Record<string, string> = product.scripts;

test('each command has a source, and its npm script runs a file of scripts/', () => {
  for (const [name, { script, source }] of commandList) {
    expect.soft(existsSync(join(ROOT, source)), name).toBe(true);
    if (script === undefined) continue;
    const file = scripts[script]?.split(' ').at(-1) ?? '';
    // The npm scripts of servers and migrations run the artefact.
    const text = readFileSync(join(ROOT, 'scripts', `${file}.ts`), 'utf8');
    expect
      .soft(source === `scripts/${file}.ts` || text.includes(`runFromArtefact('${name}')`), name)
      .toBe(true);
  }
});

test('the help of a command lists what it does, its options, settings and examples', () => {
  expect(helpOf('backup')).toMatch(
    /^Writes a backup .*\n\nUsage: npm run backup -- \[--to PLACE\] .*\n\nOptions:\n {2}--to PLACE +folder [^]*\nSettings: DATABASE_BACKUP_URL[^]*\nExamples:\n {2}npm run backup -- --to \/mnt\/backups\n/u,
  );
  for (const [name, { does }] of commandList)
    expect(describeCommands()).toMatch(new RegExp(`${name} +${does}`, 'u'));
});

test.each([
  ['bakup', 'Did you mean backup?'],
  ['Migrate', 'Did you mean migrate?'],
  ['keys_rotate', 'Did you mean keys-rotate?'],
  ['frobnicate', 'There is no command "frobnicate". All commands'],
])('an unknown command %s is answered with one sentence', (given, words) => {
  expect(() => findCommand(given)).toThrow(words);
});

test('an unknown option is answered with the usage', () => {
  expect(readOptions('backup', ['--to', '/a', '--keep', '2'])).toEqual({ to: '/a', keep: '2' });
  expect(() => readOptions('backup', ['--target', '/a'])).toThrow(
    /Unknown option '--target'[^]*\nUsage: npm run backup/u,
  );
  expect(() => readOptions('api', ['--port', '1'])).toThrow('Usage: npm run serve:api');
});
