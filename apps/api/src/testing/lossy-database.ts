import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { openDatabase, type Db } from '../platform/db/database.ts';

type Loss = 'answer' | 'request' | 'late';

export type LossyDatabase = {
  db: Db;
  /**
   * The next COMMIT is lost for its sender, together with the connection. Of `answer` the commit takes place and only its
   * answer is lost; `request` never arrives; `late` arrives after the sender has lost the connection.
   */
  loseNextCommit: (what?: Loss) => void;
  /** How many answers were lost. */
  lost: () => number;
  close: () => Promise<void>;
};

/** How PostgreSQL says that a transaction is committed. */
const COMMITTED = Buffer.from('COMMIT\0');
/** How a client asks for it. */
const COMMIT = Buffer.from('commit\0');

const LATE_MS = 300;

/** A pool behind a wire that can lose what matters most. */
export async function openLossyDatabase(databaseUrl: string): Promise<LossyDatabase> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const toLose: Loss[] = [];
  let lost = 0;

  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk) => {
      const [next] = toLose;
      if (next === undefined || next === 'answer' || !chunk.includes(COMMIT)) return server.write(chunk);
      toLose.shift();
      lost += 1;
      if (next === 'late') setTimeout(() => server.end(chunk), LATE_MS);
      else server.destroy();
      return client.resetAndDestroy();
    });
    client.on('end', () => server.end());
    server.on('data', (chunk) => {
      if (toLose[0] !== 'answer' || !chunk.includes(COMMITTED)) return client.write(chunk);
      toLose.shift();
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
    loseNextCommit: (what = 'answer') => toLose.push(what),
    lost: () => lost,
    close: async () => {
      await db.destroy();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
