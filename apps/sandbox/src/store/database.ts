import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { schema } from './schema.ts';

export type Database = ReturnType<typeof openDatabase>;

/**
 * Opens the database, which has all state of the sandbox. Unless `waitsForDisk` is false, every commit is flushed to
 * disk, so that the sandbox's books still agree with our ledger after a crash.
 *
 * @param options.dataDir folder of the database file; if undefined, the database is in memory and lost at the end
 * @param onCommit called after every change, for live pages
 */
export function openDatabase(
  { dataDir, waitsForDisk = true }: { dataDir?: string; waitsForDisk?: boolean },
  onCommit: () => void,
) {
  const sqlite = new DatabaseSync(dataDir === undefined ? ':memory:' : privateFile(dataDir));
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000;');
  sqlite.exec(`PRAGMA synchronous = ${waitsForDisk ? 'FULL' : 'OFF'}`);
  sqlite.exec(schema);
  const statements = new Map<string, StatementSync>();
  let depth = 0;

  function prepare(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known) return known;
    const statement = sqlite.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  /** Commits all or nothing. A nested transaction is part of the outer transaction. */
  function transaction<Value>(work: () => Value): Value {
    if (depth > 0) return work();
    sqlite.exec('BEGIN IMMEDIATE');
    depth += 1;
    try {
      const value = work();
      sqlite.exec('COMMIT');
      return value;
    } catch (error) {
      sqlite.exec('ROLLBACK');
      throw error;
    } finally {
      depth -= 1;
      if (depth === 0) onCommit();
    }
  }

  return {
    transaction,
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the columns of its query
    one: <Row>(sql: string, ...values: SQLInputValue[]) => asRows<Row>([prepare(sql).get(...values)]).at(0),
    all: <Row>(sql: string, ...values: SQLInputValue[]): Row[] => asRows<Row>(prepare(sql).all(...values)),
    run: (sql: string, ...values: SQLInputValue[]) => transaction(() => prepare(sql).run(...values)),
    close: () => {
      sqlite.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)');
      sqlite.close();
    },
  };
}

/** SQLite's rows are untyped. The caller states the type of the columns that its query selects. */
function asRows<Row>(rows: unknown[]): Row[] {
  return rows as Row[];
}

/**
 * Creates the database file, readable by its owner only, because it contains messages and codes. Fixes the mode of
 * files from earlier versions.
 */
function privateFile(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'sandbox.sqlite');
  closeSync(openSync(path, 'a', 0o600));
  // SQLite creates its -wal and -shm files with the mode of the database.
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
  return path;
}
