import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const SET_UP = `
  create table bench_accounts (id int primary key, balance bigint not null);
  create table bench_transfers (id uuid primary key default gen_random_uuid(), debit int, credit int, amount bigint);
  insert into bench_accounts select n, 1000000000 from generate_series(1, 2000) n;`;

const TRANSFER = `
\\set debit random(1, 1000)
\\set credit random(1001, 2000)
begin;
update bench_accounts set balance = balance - 100 where id = :debit;
update bench_accounts set balance = balance + 100 where id = :credit;
insert into bench_transfers (debit, credit, amount) values (:debit, :credit, 100);
commit;
`;

/**
 * Runs pgbench, PostgreSQL's standard benchmark, with a hand-written transfer in one transaction.
 * @param ownerUrl a role that may create tables
 * @returns transactions per second; undefined if pgbench is not installed or completed none
 */
export async function runPgbench(
  ownerUrl: string,
  options: { connections: number; seconds: number; folder: string },
): Promise<number | undefined> {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`drop table if exists bench_accounts, bench_transfers; ${SET_UP}`);
  await client.end();
  const script = join(options.folder, 'transfer.sql');
  writeFileSync(script, TRANSFER);
  const clients = ['-c', String(options.connections), '-j', String(Math.min(2, options.connections))];
  const output = execFileSync(
    'pgbench',
    ['-n', ...clients, '-T', String(options.seconds), '-M', 'prepared', '-f', script, ownerUrl],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [, perSecond] = /^tps = ([\d.]+)/mu.exec(output) ?? [];
  return perSecond === undefined ? undefined : Number(perSecond);
}
