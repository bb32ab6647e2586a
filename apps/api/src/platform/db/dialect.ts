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
 * Queues an SQL statement to be sent with the transaction's COMMIT, in one network write. Statements run in the order
 * in which they were queued. If one fails, nothing is committed, and the transaction throws its error. Not for work
 * that a savepoint may undo.
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

/** BEGINs whose first statement has not been sent yet. */
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
    // Statements left from the previous transaction on this connection.
    lastStatements.delete(connection);
    const begun = super.beginTransaction(connection, settings);
    if (!this.#isBeginSentAlong) return begun;
    // The first statement, COMMIT or ROLLBACK throws this error instead.
    begun.catch(() => {});
    begins.set(connection, begun);
    awaitWithFirstStatement(connection, begun);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // If the transaction had no statement, await BEGIN. Queued statements may change data, so they must not run
    // outside a transaction.
    await begins.get(connection);
    const statements = lastStatements.get(connection) ?? [];
    const sent = await Promise.allSettled([
      ...statements.map((statement) => connection.executeQuery(statement)),
      super.commitTransaction(connection),
    ]);
    // The first failure caused the later ones.
    for (const one of sent) if (one.status === 'rejected') throw one.reason;
  }

  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // The pool drops the connection. The transaction's own error says more than the failed rollback.
    }
  }
}

/** Makes the connection's next statement wait for BEGIN, too, and fail if BEGIN fails. */
function awaitWithFirstStatement(connection: DatabaseConnection, begun: Promise<void>): void {
  connection.executeQuery = async <Row>(...statement: Parameters<DatabaseConnection['executeQuery']>) => {
    // Removes this override, so that the method of the class applies again.
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
   * Sends BEGIN together with the first statement of a transaction. That statement must change nothing: if BEGIN
   * fails, it runs outside a transaction. No other statement follows then.
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
