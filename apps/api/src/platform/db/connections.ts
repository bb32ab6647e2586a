import pg from 'pg';

/**
 * Opens a pool that survives when the server closes a connection: the running query fails and the pool opens another
 * connection. Without these listeners pg would end the process. That happens even after `pool.end()`, which does not
 * wait for its connections to close.
 */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/**
 * Creates one connection without connecting it. If the server closes it, the running query fails and the process
 * continues.
 */
export function createClient(config: pg.ClientConfig): pg.Client {
  return new pg.Client(config).on('error', ignore);
}

function ignore(): void {}
