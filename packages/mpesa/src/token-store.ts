export type StoredToken = { accessToken: string; expiresAt: Date };

/** Where processes share one token. `withLock` lets one caller at a time through, over all processes. */
export type TokenStore = {
  read(): Promise<StoredToken | undefined>;
  write(token: StoredToken): Promise<void>;
  withLock<Value>(work: () => Promise<Value>): Promise<Value>;
};

/** A store for one process: what createMpesaClient uses when none is given. */
export function createMemoryTokenStore(): TokenStore {
  let token: StoredToken | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: () => Promise.resolve(token),
    write: (next) => {
      token = next;
      return Promise.resolve();
    },
    withLock: (work) => {
      const turn = last.then(work, work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
