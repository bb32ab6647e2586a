import pg from 'pg';

/**
 * A pool whose process survives a connection that the server closes: the pool opens another one, and the query under
 * way fails. Without listeners pg would end the process, even after `pool.end()`, which does not wait until its
 * connections are closed.
 */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** One connection, not yet connected. When the server closes it, its query fails and the process goes on. */
export function createClient(config: pg.ClientConfig): pg.Client {
  return new pg.Client(config).on('error', ignore);
}

function ignore(): void {}
