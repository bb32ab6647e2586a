import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { parentOf, secondsOfTree, treeOf } from './cpu.ts';

export type Readings = {
  atMs: number;
  cpuSeconds: { api: number; worker: number; database: number };
  walBytes: number;
  walSyncs: number;
  commits: number;
  /** Bytes of each table with its indexes. */
  bytes: Map<string, number>;
};

/** SQL that reads totals of the database. PostgreSQL shows a connection's statistics to others within a second. */
const TOTALS = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "walBytes",
    (select sum(fsyncs)::float8 from pg_stat_io where object = 'wal') as "walSyncs",
    (select xact_commit::float8 from pg_stat_database where datname = current_database()) as commits`;

const SIZES = `
  select c.oid::regclass::text as name, pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema')`;

/** @param superuser connection to the database, whose server must run on this machine */
export async function createReadings(
  superuser: Client,
  pids: { api: number; worker: number },
): Promise<{ read: () => Promise<Readings>; resident: () => Promise<string[]> }> {
  const { rows } = await superuser.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = parentOf(rows[0]?.pid ?? 0);

  async function read(): Promise<Readings> {
    const totals = await superuser.query<Pick<Readings, 'walBytes' | 'walSyncs' | 'commits'>>(TOTALS);
    const sizes = await superuser.query<{ name: string; bytes: number }>(SIZES);
    const [total = { walBytes: 0, walSyncs: 0, commits: 0 }] = totals.rows;
    return {
      atMs: performance.now(),
      cpuSeconds: {
        api: secondsOfTree(pids.api),
        worker: secondsOfTree(pids.worker),
        database: secondsOfTree(server),
      },
      ...total,
      bytes: new Map(sizes.rows.map(({ name, bytes }) => [name, bytes])),
    };
  }

  /** Returns the memory of each process that it shares with no other, so that its exit would free it. */
  async function resident(): Promise<string[]> {
    const clients = await superuser.query<{ name: string; pid: number }>(
      "select application_name as name, pid from pg_stat_activity where backend_type = 'client backend'",
    );
    const kinds = Map.groupBy(clients.rows, ({ name }) => name || 'other');
    const connections = [...kinds].map(([name, members]) => {
      const sizes = members.map(({ pid }) => ownMegabytes(pid)).toSorted((one, other) => one - other);
      const middle = sizes[Math.floor(sizes.length / 2)] ?? 0;
      return `connection of ${name}: ${middle.toFixed(1)} MB each, ${sizes.length} of them`;
    });
    const others = treeOf(server).filter((pid) => !clients.rows.some((client) => client.pid === pid));
    const ofServer = others.reduce((sum, pid) => sum + ownMegabytes(pid), 0);
    return [
      `API process: ${ownMegabytes(pids.api).toFixed(0)} MB`,
      `worker process: ${ownMegabytes(pids.worker).toFixed(0)} MB`,
      `PostgreSQL without connections and shared buffers: ${ofServer.toFixed(0)} MB`,
      ...connections,
    ];
  }

  return { read, resident };
}

function ownMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB$/mu.exec(status)?.[1]) / 1_024;
}
