#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { ZawadiConnectionError, ZawadiRefusal } from '../errors.ts';
import { addressOfApi, addressToForwardTo, UsageMistake } from './addresses.ts';
import { listen } from './listen.ts';
import { reasonOf, withoutControls } from './reason-of.ts';
import { trigger, TRIGGERS } from './trigger.ts';

const HELP = `Tries webhooks out against a Zawadi in sandbox mode, where no real money moves.

  zawadi listen --forward-to localhost:3000/webhooks
      Hands each event of your account to a program on your machine, signed with a
      secret that is printed, or with ZAWADI_WEBHOOK_SECRET. Ends with Ctrl-C.

  zawadi trigger voucher.redeemed
      Has an event happen. There are:
${TRIGGERS.map((type) => `        ${type}`).join('\n')}

  --forward-to <address>   where listen sends events; localhost:3000 is http://localhost:3000
  --events <a,b>           listen passes on these types only
  --url <address>          of the merchant API, in place of ZAWADI_URL
  --api-key <zk_test_…>    in place of ZAWADI_API_KEY
  --api-secret <zs_test_…> in place of ZAWADI_API_SECRET; other users of this machine may see it
  --help, --version

The portal has key, secret and address under API Access:
  export ZAWADI_URL=https://zawadi.example/api/v1 ZAWADI_API_KEY=zk_test_… ZAWADI_API_SECRET=zs_test_…

Ends with 0 when all went well, 1 when something failed, 2 when it was called wrongly.`;

const OPTIONS = {
  'forward-to': { type: 'string' },
  events: { type: 'string' },
  url: { type: 'string' },
  'api-key': { type: 'string' },
  'api-secret': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

declare const VERSION: string;

// A program that reads our output, such as `head`, may close the pipe.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await run(process.argv.slice(2));

async function run(words: string[]): Promise<number> {
  const leaving = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leaving.abort());
  try {
    await obey(words, leaving.signal);
    return 0;
  } catch (error) {
    if (leaving.signal.aborted) return 130;
    console.error(withoutControls(sentenceOf(error)));
    return error instanceof UsageMistake ? 2 : 1;
  }
}

async function obey(words: string[], signal: AbortSignal): Promise<void> {
  const { values, positionals } = read(words);
  const [command, subject, ...rest] = positionals;
  if (values.version === true) return console.log(VERSION);
  if (values.help === true || command === undefined) return console.log(HELP);
  if (rest.length > 0) throw new UsageMistake(`"${rest.join(' ')}" is too much. See zawadi --help.`);
  const settings = {
    apiKey: needed(values['api-key'] ?? process.env['ZAWADI_API_KEY'], 'ZAWADI_API_KEY'),
    apiSecret: needed(values['api-secret'] ?? process.env['ZAWADI_API_SECRET'], 'ZAWADI_API_SECRET'),
    baseUrl: addressOfApi(needed(values.url ?? process.env['ZAWADI_URL'], 'ZAWADI_URL')),
  };
  if (command === 'trigger') return trigger(settings, { type: subject, signal });
  if (command !== 'listen') throw new UsageMistake(`There is no "${command}". See zawadi --help.`);
  if (subject !== undefined) throw new UsageMistake(`"${subject}" is too much: zawadi listen --forward-to …`);
  const target = values['forward-to'];
  if (target === undefined) throw new UsageMistake('Say where to: zawadi listen --forward-to localhost:3000');
  const { ZAWADI_WEBHOOK_SECRET: ownSecret } = process.env;
  await listen(settings, {
    forwardTo: addressToForwardTo(target),
    types: values.events?.split(',').map((type) => type.trim()),
    secret: ownSecret === '' ? undefined : ownSecret,
    signal,
  });
}

function read(words: string[]) {
  try {
    return parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageMistake(`${error instanceof Error ? error.message : String(error)} See zawadi --help.`);
  }
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined || value === '') {
    throw new UsageMistake(`${name} is not set; the portal has it under API Access. See zawadi --help.`);
  }
  return value;
}

function sentenceOf(error: unknown): string {
  if (error instanceof ZawadiRefusal) {
    const asked = error.requestId === undefined ? '' : `, request ${error.requestId}`;
    return `${error.message} (${error.code}${asked})`;
  }
  if (error instanceof ZawadiConnectionError) return `${error.message} ${reasonOf(error.cause)}`;
  const isOfFetch = error instanceof TypeError && error.cause !== undefined;
  return `${isOfFetch ? 'Zawadi cannot be reached: ' : ''}${reasonOf(error)}`;
}
