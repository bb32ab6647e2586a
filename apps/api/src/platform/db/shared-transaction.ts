import { sql } from 'kysely';
import { byCell, type Cell } from './cells.ts';
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
 * Asks for the row of each input, in one statement for each call that its database takes.
 * @param homeOf whose cell an input is of
 * @param ask answers with the position of its input among those given, from 1
 */
export async function rowOfEach<Input, Row>(
  db: Db,
  inputs: Input[],
  homeOf: (input: Input) => string,
  ask: (cell: Cell, inputs: Input[]) => Promise<(Row & { position: number })[]>,
): Promise<(Row | undefined)[]> {
  const found: (Row | undefined)[] = inputs.map(() => undefined);
  for (const { cell, members } of await byCell(db, [...inputs.entries()], ([, input]) => homeOf(input))) {
    const rows = await ask(
      cell,
      members.map(([, input]) => input),
    );
    for (const { position, ...row } of rows) {
      const member = members[position - 1];
      if (member) found[member[0]] = row as Row;
    }
  }
  return found;
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
