/**
 * Checks every row of a matrix in one test. Its error lists all failing rows.
 * @param nameOf returns the name of a row in the list
 * @throws Error with the name and failure of each failing row, or if there are no rows
 */
export async function everyRow<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  check: (row: Row) => unknown,
): Promise<void> {
  if (rows.length === 0) throw new Error('there is nothing to check');
  const failures: string[] = [];
  for (const row of rows) {
    try {
      await check(row);
    } catch (error) {
      failures.push(`${nameOf(row)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${rows.length} rows failed:\n${failures.join('\n')}`);
}
