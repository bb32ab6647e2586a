import { parseArgs } from 'node:util';
import pg from 'pg';
import { readConfig } from '../apps/api/src/config/config.ts';
import { distribute } from './distribute/distribute.ts';
import { endWith } from './run-command.ts';
import { StartUpMistake } from './start-up-mistake.ts';

/** Spreads the money of the database of DATABASE_OWNER_URL over the nodes of Citus; docs/adr/0024-cells.md. */
await endWith(async () => {
  const { values } = parseArgs({
    options: { shards: { type: 'string', default: '32' }, trial: { type: 'boolean' } },
  });
  const { ownerUrl } = readConfig({ DATABASE_OWNER_URL: process.env['DATABASE_OWNER_URL'] }).database;
  if (ownerUrl === undefined) {
    throw new StartUpMistake(
      'Set DATABASE_OWNER_URL, the address with which the owner of the database signs in.',
    );
  }
  if (values.trial !== true) {
    throw new StartUpMistake(
      'Not everything is known to work on a distributed database (docs/beyond-one-machine.md says what is): ' +
        'do this to one for trials only, with --trial. There is no way back but a restored backup.',
    );
  }
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await distribute(client, { shards: Number(values.shards), say: console.log });
    return true;
  } finally {
    await client.end();
  }
});
