import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openPool } from './connections.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// An 'error' event without a listener would fail the Vitest run.
test('survives a server that stops before an ended pool has closed its connections', async () => {
  const { url, terminations, close } = await openDyingServer(database.appUrl);
  const pool = openPool({ connectionString: url, max: 1 });
  await pool.query('select 1');
  const removed = new Promise((resolve) => pool.once('remove', resolve));
  await pool.end();
  await removed;
  expect(terminations()).toBe(1);
  close();
});

/** Opens a proxy. When a connection ends, it answers like a server that an administrator stops. */
async function openDyingServer(
  to: string,
): Promise<{ url: string; terminations: () => number; close: () => void }> {
  const { hostname, port } = new URL(to);
  let answered = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    upstream.pipe(client);
    client.on('data', (chunk) => {
      if (!chunk.equals(TERMINATE)) return upstream.write(chunk);
      answered += 1;
      upstream.unpipe(client).destroy();
      return client.end(SHUTTING_DOWN);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.port = String((server.address() as { port: number }).port);
  return { url: url.href, terminations: () => answered, close: () => server.close() };
}

const TERMINATE = Buffer.from('X\0\0\0\x04', 'latin1');
const FIELDS = Buffer.from(
  'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0',
  'latin1',
);
const SHUTTING_DOWN = Buffer.concat([Buffer.from([0x45, 0, 0, 0, FIELDS.length + 4]), FIELDS]);
