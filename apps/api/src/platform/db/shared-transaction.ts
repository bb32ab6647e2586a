import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import { batched } from '../batcher.ts';
import { inCells, isSpread, type Cells } from './cells.ts';
import type { Db, Transaction } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { isLockTimeout, waitForLocksAtMost } from './locks.ts';

/** One statement for all that was asked in the same round; one result per input, in order. */
type Many<On extends Db, Input, Output> = (db: On, inputs: Input[]) => Promise<Output[]>;

type Asked = {
  many: Many<Db, unknown, unknown>;
  input: unknown;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
};
type Rounds = { asked: Asked[]; isUnderWay: boolean };

const LONGEST_WAIT_MS = 250;

/** Of the transactions that are shared. */
const shared = new WeakMap<object, Rounds>();

/**
 * Does the work of many callers in one transaction, each as if it were alone. They go on side by side: what they ask of a function
 * made by `together` at the same step is one statement. They must not meet in the rows that they change, as no lock keeps works of
 * one transaction apart, and where one throws all are rolled back: what is refused is a value, decided before anything is written.
 * @returns what each returned, in order
 * @throws what was thrown first; a lock timeout after a quarter of a second, as one long lock must not hold up all
 */
export function inSharedTransaction<Output>(
  db: Db,
  works: ((tx: Transaction) => Promise<Output>)[],
): Promise<Output[]> {
  return inTransaction(db, async (tx) => {
    if (works.length > 1) {
      shared.set(tx, { asked: [], isUnderWay: false });
      await waitForLocksAtMost(tx, LONGEST_WAIT_MS);
    }
    const errors: unknown[] = [];
    const outputs = await Promise.all(
      works.map(async (work) => {
        try {
          return { output: await work(tx) };
        } catch (error) {
          errors.push(error);
          return undefined;
        }
      }),
    );
    return outputs.map((one) => {
      // The first in time: what came after it was asked of a transaction that had failed.
      if (one === undefined) throw errors[0];
      return one.output;
    });
  });
}

/**
 * Does a piece of work for each caller, in a transaction shared with those who come at the same time. It is in one of its own where the
 * database is spread, as works are on different nodes, and for a caller who needs what another one under way needs too.
 * @param work as for `inSharedTransaction`
 * @param options.needs what a work has to have for itself: rows that it changes
 * @param options.what is done one by one when a batch has failed, for the log
 */
export function createSharedTransactions<Input, Output>(
  { db, log }: { db: Db; log: Logger },
  work: (tx: Transaction, input: Input) => Promise<Output>,
  options: {
    needs: (input: Input) => string[];
    what: string;
    writers?: number;
    maxWaitMs?: number;
  },
): (input: Input) => Promise<Output> {
  const { needs, what, ...sizes } = options;
  const underWay = new Map<string, number>();
  const doTogether = batched(
    (members: { input: Input; inContext: ReturnType<typeof AsyncLocalStorage.snapshot> }[]) =>
      inSharedTransaction(
        db,
        members.map(
          ({ input, inContext }) =>
            (tx) =>
              inContext(work, tx, input),
        ),
      ),
    {
      ...sizes,
      onBatchError: (error) =>
        log[isLockTimeout(error) ? 'warn' : 'error']({ err: error }, `${what} one by one`),
    },
  );
  return async (input) => {
    const needed = needs(input);
    const isMet = needed.some((need) => underWay.has(need));
    for (const need of needed) underWay.set(need, (underWay.get(need) ?? 0) + 1);
    try {
      if (isMet || (await isSpread(db))) return await inTransaction(db, (tx) => work(tx, input));
      return await doTogether({ input, inContext: AsyncLocalStorage.snapshot() });
    } finally {
      for (const need of needed) {
        const others = (underWay.get(need) ?? 1) - 1;
        if (others === 0) underWay.delete(need);
        else underWay.set(need, others);
      }
    }
  };
}

/**
 * Makes a function for one from a function for many. In a shared transaction, what is asked while a round of statements is under way
 * waits for its end, so that those who fell behind catch up; anywhere else it is asked at once.
 * @param many asks the database only, and no other function made by this
 */
export function together<On extends Db, Input, Output>(
  many: Many<On, Input, Output>,
): (db: On, input: Input) => Promise<Output> {
  return async (db, input) => {
    const rounds = shared.get(db);
    if (rounds) return (await ask(rounds, db, many as Asked['many'], input)) as Output;
    return only(await many(db, [input]));
  };
}

/**
 * Finds the row of each home, in as few statements as its database can take.
 * @param idOf which home a row is of
 */
export async function rowOfEach<Row>(
  db: Db,
  ids: string[],
  select: (cells: Cells, ids: string[]) => Promise<Row[]>,
  idOf: (row: Row) => string,
): Promise<(Row | undefined)[]> {
  const found = new Map<string, Row>();
  for (const { cells, members } of await inCells(db, ids, (id) => id)) {
    for (const row of await select(cells, members)) found.set(idOf(row), row);
  }
  return ids.map((id) => found.get(id.toLowerCase()));
}

/**
 * The value that belongs to each row of a statement about several, by a uuid of the row; the value itself where there is one row,
 * as Citus 14 crashes at the other.
 * @param type of the values, as PostgreSQL names it
 */
export function valueOfEach<Value extends string | Buffer>(
  column: string,
  each: { id: string; value: Value | null }[],
  type: 'text' | 'bytea',
): RawBuilder<Value | null> {
  const [only, ...others] = each;
  if (others.length === 0) return sql`${only?.value ?? null}::${sql.raw(type)}`;
  return sql`
    (${each.map(({ value }) => value)}::${sql.raw(type)}[])[array_position(${each.map(({ id }) => id)}::uuid[], ${sql.ref(column)})]`;
}

function ask(rounds: Rounds, db: Db, many: Asked['many'], input: unknown): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  rounds.asked.push({ many, input, resolve, reject });
  if (!rounds.isUnderWay) {
    rounds.isUnderWay = true;
    void run(rounds, db);
  }
  return promise;
}

async function run(rounds: Rounds, db: Db): Promise<void> {
  for (await othersHaveAsked(); rounds.asked.length > 0; await othersHaveAsked()) {
    const round = Map.groupBy(rounds.asked, ({ many }) => many);
    rounds.asked = [];
    await Promise.all([...round].map(([many, asked]) => answer(db, many, asked)));
  }
  rounds.isUnderWay = false;
}

/** A tick comes when every work that goes on by what the last round found has come to its next question. */
function othersHaveAsked(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}

async function answer(db: Db, many: Asked['many'], asked: Asked[]): Promise<void> {
  try {
    const outputs = await many(
      db,
      asked.map(({ input }) => input),
    );
    if (outputs.length !== asked.length)
      throw new Error(`${asked.length} were asked for, ${outputs.length} came`);
    for (const [n, { resolve }] of asked.entries()) resolve(outputs[n]);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

function only<One>(all: One[]): One {
  if (all.length !== 1) throw new Error(`1 was asked for, ${all.length} came`);
  // Undefined is a value like any other here.
  return all[0] as One;
}
