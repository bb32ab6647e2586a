import pg from 'pg';

/**
 * Opens a pool that survives a connection closed by the server: the running query fails and the pool opens another
 * connection. Without listeners pg would end the process. That happens even after `pool.end()`, which does not wait
 * until its connections are closed.
 */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** Creates one connection, not yet connected. If the server closes it, its query fails and the process continues. */
export function createClient(config: pg.ClientConfig): pg.Client {
  return new pg.Client(config).on('error', ignore);
}

function ignore(): void {}
