import { randomInt } from 'node:crypto';
import pg from 'pg';
import { ACCOUNTS } from './transfers.ts';

/**
 * SQL for the least work of a ledger that gives the same guarantees as ours. For one transfer: an id used once, both
 * accounts locked in a fixed order, no negative balance, the transfer, and for each account an entry with the balance
 * after it.
 */
const SET_UP = `
  create table plain_accounts (id int primary key, balance bigint not null, changes bigint not null default 0);
  create table plain_transfers (
    id uuid primary key, debit int not null, credit int not null, amount bigint not null check (amount > 0),
    posted_at timestamptz not null default now());
  create table plain_entries (
    account int not null, change int not null, transfer uuid not null, amount bigint not null, balance_after bigint not null,
    primary key (account, change));
  create index on plain_transfers (debit, posted_at);
  create index on plain_transfers (credit, posted_at);
  create index on plain_entries (transfer);
  insert into plain_accounts select n, 100000000000 from generate_series(0, ${ACCOUNTS - 1}) n;

  create function plain_transfer(new_id uuid, from_account int, to_account int, cents bigint) returns boolean
  language plpgsql as $$
  declare
    left_over plain_accounts;
    reached plain_accounts;
  begin
    insert into plain_transfers (id, debit, credit, amount) values (new_id, from_account, to_account, cents)
    on conflict do nothing;
    if not found then return false; end if;
    perform from plain_accounts where id in (from_account, to_account) order by id for update;
    update plain_accounts set balance = balance - cents, changes = changes + 1
    where id = from_account and balance >= cents returning * into left_over;
    if not found then raise exception 'insufficient'; end if;
    update plain_accounts set balance = balance + cents, changes = changes + 1
    where id = to_account returning * into reached;
    insert into plain_entries (account, change, transfer, amount, balance_after) values
      (from_account, left_over.changes, new_id, -cents, left_over.balance),
      (to_account, reached.changes, new_id, cents, reached.balance);
    return true;
  end $$`;

const TRANSFER = {
  name: 'plain_transfer',
  text: 'select plain_transfer(gen_random_uuid(), $1, $2, 100)',
};

/** @param ownerUrl a role that may create tables */
export async function setUpPlainLedger(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(SET_UP);
  await client.end();
}

/**
 * Measures transfers per second between random accounts. Each transfer is durable before the next on its connection
 * begins.
 */
export async function measurePlainLedger(
  ownerUrl: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: ownerUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    await Promise.all(clients.map(transferOnce));
    const start = performance.now();
    const end = start + seconds * 1_000;
    const counts = await Promise.all(
      clients.map(async (client) => {
        let posted = 0;
        for (; performance.now() < end; posted += 1) await transferOnce(client);
        return posted;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - start) / 1_000);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function transferOnce(client: pg.Client): Promise<void> {
  const debit = randomInt(ACCOUNTS);
  const credit = (debit + 1 + randomInt(ACCOUNTS - 1)) % ACCOUNTS;
  await client.query({ ...TRANSFER, values: [debit, credit] });
}
