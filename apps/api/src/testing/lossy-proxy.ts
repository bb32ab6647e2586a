import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Loss = 'answer' | 'last-answer' | 'request' | 'late' | 'late-with-outcome';

export type LossyProxy = {
  /** The address of the database through the proxy. */
  through: (databaseUrl: string) => string;
  /**
   * The next COMMIT is lost for its sender, together with the connection. Of `answer` the commit takes place and only its
   * answer is lost, of `last-answer` with all that come until `open`; `request` never arrives; `late` arrives after the sender has lost the connection,
   * and what is sent with it before; `late-with-outcome` together with what is sent with it.
   */
  loseNextCommit: (what?: Loss) => void;
  /** Until the database has done with what came late. */
  untilDone: () => Promise<unknown>;
  /** Losses that have not found their COMMIT yet find none any more. */
  loseNoMore: () => void;
  /** The next ERROR arrives, and nothing behind it: its server goes on undoing what has failed. */
  holdAfterNextError: () => void;
  /** Cuts every connection, in the middle of whatever it carries. */
  cutAll: () => void;
  /** The database is away: every connection is cut, and none comes through until `open`. */
  shut: () => void;
  open: () => void;
  /** How many answers were lost. */
  lost: () => number;
  close: () => Promise<void>;
};

/** How PostgreSQL says that a transaction is committed; redemptions in one call are known by their column. */
const COMMITTED = [Buffer.from('COMMIT\0'), Buffer.from('storedAnswer\0')];
/** How a client asks for it. */
const COMMIT = [Buffer.from('commit\0'), Buffer.from('redeem vouchers in one call\0')];

/** As a message of its own, behind others of the same write. */
const COMMIT_MESSAGE = Buffer.from('Q\0\0\0\u000Bcommit\0');

/** How PostgreSQL says of an ERROR how severe it is, and that it is ready for the next statement. */
const SEVERITY = Buffer.from('SERROR\0');
const READY = Buffer.from('Z\0\0\0\u0005');

const LATE_MS = 300;

function isOfAnswers(loss: Loss): boolean {
  return loss === 'answer' || loss === 'last-answer';
}

/** A wire to a PostgreSQL of this machine that can lose what matters most. */
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
      // What was sent before has arrived when its sender loses the connection.
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
