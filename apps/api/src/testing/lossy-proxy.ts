import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Loss = 'answer' | 'last-answer' | 'request' | 'late' | 'late-with-outcome';

export type LossyProxy = {
  /** Returns the database's URL through the proxy. */
  through: (databaseUrl: string) => string;
  /**
   * Loses the next COMMIT and its connection. `answer`: the commit happens, and only its answer is lost.
   * `last-answer`: as `answer`, and all later answers are lost until `open`. `request`: the COMMIT never arrives.
   * `late`: the COMMIT arrives after the sender has lost the connection; statements sent with it arrive before.
   * `late-with-outcome`: it and the statements sent with it arrive at `untilDone`.
   */
  loseNextCommit: (what?: Loss) => void;
  /** Sends what is still held back. Resolves when the database has processed every late message. */
  untilDone: () => Promise<unknown>;
  /** Cancels losses that are still waiting for a COMMIT. */
  loseNoMore: () => void;
  /** Passes the next ERROR on and nothing after it, like a server that is still rolling back. */
  holdAfterNextError: () => void;
  /** Cuts every connection at once. */
  cutAll: () => void;
  /** Simulates an outage: cuts every connection, and refuses new ones until `open`. */
  shut: () => void;
  open: () => void;
  /** Number of answers lost so far. */
  lost: () => number;
  close: () => Promise<void>;
};

/**
 * Messages of PostgreSQL that show a commit. A batch of redemptions commits in one function call, recognised by its
 * result column.
 */
const COMMITTED = [Buffer.from('COMMIT\0'), Buffer.from('storedAnswer\0')];
/** Messages of the client that request a commit. */
const COMMIT = [Buffer.from('commit\0'), Buffer.from('redeem vouchers in one call\0')];

/** The client's COMMIT as a separate message, after others in the same write. */
const COMMIT_MESSAGE = Buffer.from('Q\0\0\0\u000Bcommit\0');

/** Severity field of PostgreSQL's ERROR message, and its ready-for-query message. */
const SEVERITY = Buffer.from('SERROR\0');
const READY = Buffer.from('Z\0\0\0\u0005');

const LATE_MS = 300;

function isOfAnswers(loss: Loss): boolean {
  return loss === 'answer' || loss === 'last-answer';
}

/** Starts a proxy to a PostgreSQL server on this machine. It can lose messages around COMMIT. */
export async function startLossyProxy(databasePort: number): Promise<LossyProxy> {
  const sockets = new Set<Socket>();
  const toLose: Loss[] = [];
  const late: Promise<void>[] = [];
  const heldBack: (() => void)[] = [];
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
      return sendLate(chunk, next);
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

    function sendLate(chunk: Buffer, loss: Loss): void {
      const from = loss === 'late' ? Math.max(0, chunk.indexOf(COMMIT_MESSAGE)) : 0;
      // If other messages were sent before the COMMIT, wait until they have arrived before cutting the connection.
      if (from === 0) client.resetAndDestroy();
      else server.once('data', () => client.resetAndDestroy());
      server.write(chunk.subarray(0, from));
      late.push(new Promise((resolve) => server.once('close', resolve)));
      client.removeAllListeners('close');
      client.on('close', () => sockets.delete(client));
      const send = (): void => void server.end(chunk.subarray(from));
      if (loss === 'late') setTimeout(send, LATE_MS);
      else heldBack.push(send);
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
    untilDone: () => {
      for (const send of heldBack.splice(0)) send();
      return Promise.all(late);
    },
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
