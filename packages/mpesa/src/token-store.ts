export type StoredToken = { accessToken: string; expiresAt: Date };

/** Access token shared between processes. `withLock` admits one caller at a time across all processes. */
export type TokenStore = {
  read(): Promise<StoredToken | undefined>;
  write(token: StoredToken): Promise<void>;
  withLock<Value>(work: () => Promise<Value>): Promise<Value>;
};

/** Makes a token store for a single process. createMpesaClient uses it by default. */
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
