import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Loss = 'answer' | 'last-answer' | 'request' | 'late' | 'late-with-outcome';

export type LossyProxy = {
  /** Returns the database's address through the proxy. */
  through: (databaseUrl: string) => string;
  /**
   * Loses the next COMMIT for its sender, together with the connection. `answer`: the commit takes place and only its
   * answer is lost. `last-answer`: so are all later answers until `open`. `request`: it never arrives. `late`: it
   * arrives after the sender has lost the connection; statements sent with it arrive before. `late-with-outcome`:
   * statements sent with it arrive late, too.
   */
  loseNextCommit: (what?: Loss) => void;
  /** Resolves when the database has processed a late message. */
  untilDone: () => Promise<unknown>;
  /** Cancels losses that have not met a COMMIT yet. */
  loseNoMore: () => void;
  /** Delivers the next ERROR and nothing after it, like a server that is still rolling back. */
  holdAfterNextError: () => void;
  /** Cuts every connection immediately. */
  cutAll: () => void;
  /** Simulates an outage: cuts every connection, and lets none through until `open`. */
  shut: () => void;
  open: () => void;
  /** Number of lost answers. */
  lost: () => number;
  close: () => Promise<void>;
};

/** PostgreSQL's messages for a committed transaction; redemptions in one call are recognised by their column. */
const COMMITTED = [Buffer.from('COMMIT\0'), Buffer.from('storedAnswer\0')];
/** Client messages that request a commit. */
const COMMIT = [Buffer.from('commit\0'), Buffer.from('redeem vouchers in one call\0')];

/** COMMIT as its own message, after others in the same write. */
const COMMIT_MESSAGE = Buffer.from('Q\0\0\0\u000Bcommit\0');

/** PostgreSQL's severity field of an ERROR, and its ready-for-query message. */
const SEVERITY = Buffer.from('SERROR\0');
const READY = Buffer.from('Z\0\0\0\u0005');

const LATE_MS = 300;

function isOfAnswers(loss: Loss): boolean {
  return loss === 'answer' || loss === 'last-answer';
}

/** Starts a proxy to a PostgreSQL on this machine that can lose messages around COMMIT. */
export async function startLossyProxy(databasePort: number): Promise<LossyProxy> {
  const sockets = new Set<Socket>();
  const toLose: Loss[] = [];
  const late: Promise<void>[] = [];
  let lost = 0;
  let isShut = false;
  let holdsAfterError = false;

  const proxy = createServer((client) => {
    const server = connect(databasePort, '127.0.0.1');
    if (isShut) server.destroy();
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (chunk) => {
      const [next] = toLose;
      const isCommit = COMMIT.some((one) => chunk.includes(one));
      if (next === undefined || isOfAnswers(next) || !isCommit) return server.write(chunk);
      toLose.shift();
      lost += 1;
      if (next === 'request') {
        server.destroy();
        return client.resetAndDestroy();
      }
      return sendLate(chunk, next === 'late' ? Math.max(0, chunk.indexOf(COMMIT_MESSAGE)) : 0);
    });
    client.on('end', () => server.end());
    server.on('data', (chunk) => {
      if (holdsAfterError && chunk.includes(SEVERITY)) {
        holdsAfterError = false;
        server.pause();
        const end = chunk.indexOf(READY, chunk.indexOf(SEVERITY));
        return client.write(end < 0 ? chunk : chunk.subarray(0, end));
      }
      const isCommitted = COMMITTED.some((one) => chunk.includes(one));
      const [next] = toLose;
      if (next === undefined || !isOfAnswers(next) || !isCommitted) return client.write(chunk);
      toLose.shift();
      lost += 1;
      if (next === 'last-answer') shut();
      server.destroy();
      return client.resetAndDestroy();
    });
    server.on('end', () => client.end());

    function sendLate(chunk: Buffer, from: number): void {
      // Earlier messages have arrived when their sender loses the connection.
      if (from === 0) client.resetAndDestroy();
      else server.once('data', () => client.resetAndDestroy());
      server.write(chunk.subarray(0, from));
      late.push(new Promise((resolve) => server.once('close', resolve)));
      client.removeAllListeners('close');
      client.on('close', () => sockets.delete(client));
      setTimeout(() => server.end(chunk.subarray(from)), LATE_MS);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;

  function shut(): void {
    isShut = true;
    cutAll();
  }

  function cutAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  return {
    through: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.port = String(port);
      return url.href;
    },
    loseNextCommit: (what = 'answer') => toLose.push(what),
    untilDone: () => Promise.all(late),
    loseNoMore: () => void toLose.splice(0),
    holdAfterNextError: () => {
      holdsAfterError = true;
    },
    cutAll,
    shut,
    open: () => {
      isShut = false;
    },
    lost: () => lost,
    close: async () => {
      cutAll();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
