export type Row = {
  name: string;
  connections: number;
  perSecond: number | undefined;
  p50Ms?: number;
  p99Ms?: number;
  note?: string;
};

/** One table for everything that was measured. */
export function printTable(rows: Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  console.log(`\n${'what'.padEnd(width)}${['conns', 'per second', 'p50 ms', 'p99 ms'].map(right).join('')}`);
  for (const row of rows) {
    const figures = [
      String(row.connections),
      figure(row.perSecond, 0),
      figure(row.p50Ms, 1),
      figure(row.p99Ms, 1),
    ];
    console.log(row.name.padEnd(width) + figures.map(right).join('') + (row.note ? `  ${row.note}` : ''));
  }
}

function right(text: string): string {
  return text.padStart(12);
}

function figure(value: number | undefined, digits: number): string {
  return value === undefined ? '–' : value.toLocaleString('en-KE', { maximumFractionDigits: digits });
}
