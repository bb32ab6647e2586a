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
 * Queues a statement to be sent with the COMMIT of a transaction, in one write, after statements queued earlier. If
 * the database refuses it, nothing is committed, and the transaction fails with its error. Not for work that a
 * savepoint may undo.
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

/** BEGINs that no statement has accompanied so far. */
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
    // Left over from the previous transaction on this connection.
    lastStatements.delete(connection);
    const begun = super.beginTransaction(connection, settings);
    if (!this.#isBeginSentAlong) return begun;
    // The sender of the first statement, COMMIT or ROLLBACK gets its error.
    begun.catch(() => {});
    begins.set(connection, begun);
    awaitWithFirstStatement(connection, begun);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // Await BEGIN if there was no statement before: those sent with COMMIT may change data.
    await begins.get(connection);
    const statements = lastStatements.get(connection) ?? [];
    const sent = await Promise.allSettled([
      ...statements.map((statement) => connection.executeQuery(statement)),
      super.commitTransaction(connection),
    ]);
    // The first failure caused the others.
    for (const one of sent) if (one.status === 'rejected') throw one.reason;
  }

  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // The connection is dropped. The error of the transaction says more than the failed rollback.
    }
  }
}

/** Makes the next statement of a connection wait for BEGIN too, and fail if BEGIN fails. */
function awaitWithFirstStatement(connection: DatabaseConnection, begun: Promise<void>): void {
  connection.executeQuery = async <Row>(...statement: Parameters<DatabaseConnection['executeQuery']>) => {
    // Removes the override; the class still has the method.
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
   * Sends BEGIN with the first statement of a transaction, which must change nothing. If BEGIN fails, that statement
   * runs outside a transaction, and no other follows.
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
