import {
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type Transaction,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

const lastStatements = new WeakMap<DatabaseConnection, CompiledQuery>();

/** Has a statement travel with the COMMIT of a transaction, in one write. When the database refuses it, nothing is committed, and the transaction fails with it. */
export async function runWithCommit(
  tx: Pick<Transaction<unknown>, 'getExecutor'>,
  statement: CompiledQuery,
): Promise<void> {
  await tx.getExecutor().provideConnection(async (connection) => {
    lastStatements.set(connection, statement);
  });
}

class Driver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    // Of the transaction before on this connection.
    lastStatements.delete(connection);
    await super.beginTransaction(connection, settings);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const statement = lastStatements.get(connection);
    const [last, committed] = await Promise.allSettled([
      statement && connection.executeQuery(statement),
      super.commitTransaction(connection),
    ]);
    if (committed.status === 'rejected') throw last.status === 'rejected' ? last.reason : committed.reason;
  }

  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // The connection is given up. Why the transaction failed says more than that it could not be rolled back.
    }
  }
}

export class Dialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(config: { pool: pg.Pool }) {
    super(config);
    this.#pool = config.pool;
  }

  override createDriver(): Driver {
    return new Driver({ pool: this.#pool });
  }
}
