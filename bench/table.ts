export type Row = {
  name: string;
  connections: number;
  /** Median of the rounds, if there are several. */
  perSecond: number | undefined;
  /** Minimum and maximum of all rounds. */
  spread?: [number, number];
  p50Ms?: number;
  p99Ms?: number;
  target?: string;
  note?: string;
};

export function printTable(rows: Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const targetWidth = Math.max(0, ...rows.map(({ target = '' }) => target.length + 2));
  const heads = [
    ...['at once', 'per second'].map(right),
    ...['least', 'most', 'p50 ms', 'p99 ms'].map(short),
  ];
  console.log(`\n${'what'.padEnd(width)}${heads.join('')}  ${targetWidth > 0 ? 'target' : ''}`);
  for (const row of rows) {
    const figures = [
      right(String(row.connections)),
      right(figure(row.perSecond, 0)),
      short(figure(row.spread?.[0], 0)),
      short(figure(row.spread?.[1], 0)),
      short(figure(row.p50Ms, 1)),
      short(figure(row.p99Ms, 1)),
    ];
    const words = `${(row.target ?? '').padEnd(targetWidth)}${row.note ?? ''}`;
    console.log(`${row.name.padEnd(width)}${figures.join('')}  ${words}`.trimEnd());
  }
}

function right(text: string): string {
  return text.padStart(12);
}

function short(text: string): string {
  return ` ${text.padStart(8)}`;
}

function figure(value: number | undefined, digits: number): string {
  return value === undefined ? '–' : value.toLocaleString('en-KE', { maximumFractionDigits: digits });
}
