import { sql, type RawBuilder } from 'kysely';
import { inCells, type Cells } from './cells.ts';
import type { Db, Transaction } from './database.ts';
import { inTransaction } from './in-transaction.ts';

/** One statement for all that was asked in the same round; one result per input, in order. */
type Many<On extends Db, Input, Output> = (db: On, inputs: Input[]) => Promise<Output[]>;

type Asked = {
  many: Many<Db, unknown, unknown>;
  input: unknown;
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
};
type Rounds = { asked: Asked[]; isUnderWay: boolean };

const LONGEST_WAIT_MS = '250';

/** Of the transactions that are shared. */
const shared = new WeakMap<object, Rounds>();

/**
 * Does the work of many callers in one transaction, each as if it were alone. They go on side by side: what they ask of a function
 * made by `together` at the same step is one statement. They must not meet in the rows that they change, as no lock keeps works of
 * one transaction apart, and where one throws all are rolled back: what is refused is a value, decided before anything is written.
 * @returns what each returned, in order
 * @throws what the first of them threw; a lock timeout after a quarter of a second, as one long lock must not hold up all
 */
export function inSharedTransaction<Output>(
  db: Db,
  works: ((tx: Transaction) => Promise<Output>)[],
): Promise<Output[]> {
  return inTransaction(db, async (tx) => {
    if (works.length > 1) {
      shared.set(tx, { asked: [], isUnderWay: false });
      await sql`select set_config('lock_timeout', ${LONGEST_WAIT_MS}, true)`.execute(tx);
    }
    const settled = await Promise.allSettled(works.map((work) => work(tx)));
    return settled.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  });
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
 * The text that each row gets in an update of several, by a uuid of the row; the text itself where there is one, as Citus 14 crashes at
 * the other.
 */
export function textOfEach(
  column: string,
  each: { id: string; text: string | null }[],
): RawBuilder<string | null> {
  const [only, ...others] = each;
  if (others.length === 0) return sql`${only?.text ?? null}::text`;
  return sql`
    (${each.map(({ text }) => text)}::text[])[array_position(${each.map(({ id }) => id)}::uuid[], ${sql.ref(column)})]`;
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
