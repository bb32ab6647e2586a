import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { openDatabase, type Db } from '../platform/db/database.ts';

export type LossyDatabase = {
  db: Db;
  /** The answer to the next COMMIT is lost, together with its connection; the commit itself takes place. */
  loseNextCommit: () => void;
  /** How many answers were lost. */
  lost: () => number;
  close: () => Promise<void>;
};

/** How PostgreSQL says that a transaction is committed. */
const COMMITTED = Buffer.from('COMMIT\0');

/** A pool behind a wire that can lose what matters most. */
export async function openLossyDatabase(databaseUrl: string): Promise<LossyDatabase> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let toLose = 0;
  let lost = 0;

  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    client.pipe(server);
    server.on('data', (chunk) => {
      if (toLose === 0 || !chunk.includes(COMMITTED)) return client.write(chunk);
      toLose -= 1;
      lost += 1;
      server.destroy();
      return client.resetAndDestroy();
    });
    server.on('end', () => client.end());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));

  const url = new URL(databaseUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  const db = openDatabase(url.href, { connections: 4, name: 'lossy' });
  return {
    db,
    loseNextCommit: () => (toLose += 1),
    lost: () => lost,
    close: async () => {
      await db.destroy();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
