/**
 * Checks every row of a matrix in one test, which lists all that do not hold.
 * @param nameOf what a row is called in the list
 * @throws Error with the name and the failure of each such row, and when there is no row at all
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
    throw new Error(`${failures.length} of ${rows.length} do not hold:\n${failures.join('\n')}`);
}
