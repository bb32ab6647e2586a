import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@zawadi/story/sandbox-control';
import pg from 'pg';
import { expect } from 'vitest';

const { CITUS_DIR = '', ZAWADI_CITUS_FOLDER = '' } = process.env;

/** Kills a node with -9, all of its processes at once, and starts it again. The coordinator is node 0. */
export async function killAndStart(node: number): Promise<void> {
  const processes = processesOf(node);
  for (const one of processes) process.kill(one, 'SIGKILL');
  // What is left of it keeps its memory, and with it a new one from starting.
  await eventually('the end of the node', async () => !processes.some(isAlive) || undefined);
  const start = [join(CITUS_DIR, 'cluster.mjs'), 'start', ZAWADI_CITUS_FOLDER, String(node)];
  expect(await statusOf(start)).toBe(0);
}

/** Has a node hang with all of its processes: its kernel takes what is sent, and nothing answers. */
export function freeze(node: number): { thaw: () => void } {
  const processes = processesOf(node);
  for (const one of processes) process.kill(one, 'SIGSTOP');
  return {
    thaw: () => {
      for (const one of processes) if (isAlive(one)) process.kill(one, 'SIGCONT');
    },
  };
}

function processesOf(node: number): number[] {
  const file = readFileSync(join(ZAWADI_CITUS_FOLDER, `node${node}/data/postmaster.pid`), 'utf8');
  const postmaster = Number.parseInt(file, 10);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.trim().split(' ').map(Number)].filter(isAlive);
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

function statusOf(program: string[]): Promise<number | null> {
  const child = spawn(process.execPath, program, { stdio: 'ignore' });
  return new Promise((settled) => child.once('exit', settled));
}

/** What had been prepared on a killed node, and was decided: Citus ends it by itself within a minute. */
export async function endPreparedTransactions(owner: Pick<pg.Client, 'query'>): Promise<void> {
  await eventually('the end of prepared transactions', async () => {
    await owner.query('select recover_prepared_transactions()');
    const { rows } = await owner.query<{ left: number }>(
      "select sum(result::int)::int as left from run_command_on_workers('select count(*) from pg_prepared_xacts')",
    );
    return rows[0]?.left === 0 || undefined;
  });
}

/** Does something with a connection of the database's owner. */
export async function asOwner<Outcome>(
  url: string,
  work: (owner: pg.Client) => Promise<Outcome>,
): Promise<Outcome> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
