import type { StatementAccount } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

export type ClosedRun = { runId: string; account: StatementAccount; closingCents: bigint; closesAt: Date };

const CLOSED = sql`id as "runId", account, closing_cents as "closingCents", closes_at as "closesAt"`;

/** Finds the newest statement of an account that ends at this moment. */
export async function findRunClosing(
  db: Db,
  { account, closesAt }: { account: StatementAccount; closesAt: Date },
): Promise<ClosedRun | undefined> {
  const { rows } = await sql<ClosedRun>`
    select ${CLOSED} from reconciliation_runs where account = ${account} and closes_at = ${closesAt}
    order by made_at desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** Finds the statement of an account that ends last before another one begins. */
export async function findRunBefore(
  db: Db,
  { runId, account, from }: { runId: string; account: StatementAccount; from: Date },
): Promise<ClosedRun | undefined> {
  const { rows } = await sql<ClosedRun>`
    select ${CLOSED} from reconciliation_runs
    where account = ${account} and closes_at <= ${from} and id <> ${runId}
    order by closes_at desc, made_at desc limit 1`.execute(db);
  return rows[0];
}

/** Lists the statements of an account that end last, the last first. */
export async function listLastClosed(db: Db, account: StatementAccount, limit: number): Promise<ClosedRun[]> {
  const { rows } = await sql<ClosedRun>`
    select ${CLOSED} from (
      select distinct on (closes_at) * from reconciliation_runs
      where account = ${account} and closes_at is not null
      order by closes_at desc, made_at desc limit ${limit}
    ) r
    order by closes_at desc`.execute(db);
  return rows;
}
