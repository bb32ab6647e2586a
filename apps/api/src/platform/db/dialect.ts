import {
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryExecutorProvider,
  type RawBuilder,
  type TransactionSettings,
} from 'kysely';

const lastStatements = new WeakMap<DatabaseConnection, CompiledQuery[]>();

/**
 * Has a statement travel with the COMMIT of a transaction, in one write, behind those that were given before it. When the
 * database refuses it, nothing is committed, and the transaction fails with it. Not for work that a savepoint may undo.
 */
export async function runWithCommit(
  tx: QueryExecutorProvider,
  statement: RawBuilder<unknown>,
): Promise<void> {
  const compiled = statement.compile(tx);
  await tx.getExecutor().provideConnection(async (connection) => {
    lastStatements.set(connection, [...(lastStatements.get(connection) ?? []), compiled]);
  });
}

/** A BEGIN with which no statement has travelled so far. */
const begins = new WeakMap<DatabaseConnection, Promise<void>>();

class Driver extends PostgresDriver {
  readonly #isBeginSentAlong: boolean;

  constructor({ pool, isBeginSentAlong }: Options) {
    super({ pool });
    this.#isBeginSentAlong = isBeginSentAlong;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    // Of the transaction before on this connection.
    lastStatements.delete(connection);
    const begun = super.beginTransaction(connection, settings);
    if (!this.#isBeginSentAlong) return begun;
    // Who sends the first statement, COMMIT or ROLLBACK is told where it fails.
    begun.catch(() => {});
    begins.set(connection, begun);
    awaitWithFirstStatement(connection, begun);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // Without a statement before: those that travel with COMMIT may change something.
    await begins.get(connection);
    const statements = lastStatements.get(connection) ?? [];
    const sent = await Promise.allSettled([
      ...statements.map((statement) => connection.executeQuery(statement)),
      super.commitTransaction(connection),
    ]);
    // What failed first made the others fail.
    for (const one of sent) if (one.status === 'rejected') throw one.reason;
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

/** Has the next statement of a connection wait for this as well, and fail where it does. */
function awaitWithFirstStatement(connection: DatabaseConnection, begun: Promise<void>): void {
  connection.executeQuery = async <Row>(...statement: Parameters<DatabaseConnection['executeQuery']>) => {
    // Its class has the method again.
    Reflect.deleteProperty(connection, 'executeQuery');
    begins.delete(connection);
    const [begin, first] = await Promise.allSettled([begun, connection.executeQuery<Row>(...statement)]);
    if (begin.status === 'rejected') throw begin.reason;
    if (first.status === 'rejected') throw first.reason;
    return first.value;
  };
}

type Options = {
  pool: PostgresPool;
  /**
   * BEGIN travels with the first statement of a transaction, which must change nothing: where BEGIN fails, that one is run
   * by itself, and no other follows.
   */
  isBeginSentAlong: boolean;
};

export class Dialect extends PostgresDialect {
  readonly #options: Options;

  constructor(options: Options) {
    super(options);
    this.#options = options;
  }

  override createDriver(): Driver {
    return new Driver(this.#options);
  }
}
