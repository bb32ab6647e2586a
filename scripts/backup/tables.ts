import type pg from 'pg';

export type Table = {
  /** Includes the schema. Our table names need no quotes in SQL. */
  name: string;
  columns: string[];
};

/**
 * Lists every table of the product by name, with its writable columns. The tables of migrations and pg-boss are not in
 * the list: these tools create them.
 */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT n.nspname || '.' || c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE n.nspname IN ('public', 'ledger') AND c.relkind = 'r' AND c.relname NOT LIKE 'kysely\\_%' AND c.relname <> 'schema_files'
    GROUP BY 1 ORDER BY 1`);
  return rows;
}

type ForeignKey = { table: string; name: string; definition: string };

export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint
    WHERE contype = 'f' AND connamespace IN ('public'::regnamespace, 'ledger'::regnamespace)
    ORDER BY 1, 2`);
  return rows;
}

export type Sequence = { name: string; lastValue: string; isCalled: boolean };

/** Read the sequences last. They do not belong to the snapshot, and a value may be too high but not too low. */
export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT schemaname || '.' || sequencename AS name FROM pg_sequences
    WHERE schemaname IN ('public', 'ledger') ORDER BY 1`);
  const read = async ({ name }: { name: string }) => {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${name}`,
    );
    return state.rows.map((row) => ({ name, ...row }));
  };
  const sequences: Sequence[] = [];
  for (const row of rows) sequences.push(...(await read(row)));
  return sequences;
}
