import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@zawadi/story/free-port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { createChild } from './child-process.ts';

const WORKER = join(import.meta.dirname, '../../apps/api/src/worker.ts');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a worker that starts before its database waits for it and then works', async () => {
  const address = new URL(database.appUrl);
  const realPort = Number(address.port);
  const port = await freePort();
  address.port = String(port);
  let door: Server | undefined;
  const sockets = new Set<Socket>();
  const environment = { DATABASE_URL: address.href, SANDBOX_PORT: String(await freePort(2)) };
  const worker = createChild(WORKER, environment, async (printed) => {
    if (door === undefined && printed.includes('waiting for the database')) {
      door = await openProxy(port, realPort, sockets);
    }
    return printed.includes('"msg":"working"');
  });
  await worker.start();
  expect(worker.isRunning()).toBe(true);
  expect(door).toBeDefined();
  await worker.kill9();
  for (const socket of sockets) socket.destroy();
  door?.close();
});

/** Starts a proxy that passes connections to the database. */
async function openProxy(port: number, realPort: number, sockets: Set<Socket>): Promise<Server> {
  const door = createServer((client) => {
    const server = connect(realPort, '127.0.0.1');
    for (const socket of [client, server]) sockets.add(socket.on('error', () => undefined));
    client.pipe(server).pipe(client);
  });
  door.listen(port, '127.0.0.1');
  await once(door, 'listening');
  return door;
}
