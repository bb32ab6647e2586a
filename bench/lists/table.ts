import type { Measured } from './measure.ts';

const SLOW_MS = 200;

/** Two tables in Markdown, ready for the document that keeps them. */
export function printLists({ pages, files }: Measured): void {
  print(
    ['list', 'page', 'first ms', 'usually ms'],
    pages.map(({ list, name, firstMs, usualMs }) => [
      list,
      name,
      figure(firstMs),
      figure(usualMs) + (usualMs > SLOW_MS ? ' SLOW' : ''),
    ]),
  );
  print(
    ['file of', 'first row ms', 'rows per second'],
    files.map(({ list, firstRowMs, rowsPerSecond }) => [list, figure(firstRowMs), figure(rowsPerSecond)]),
  );
}

function print(headings: string[], rows: string[][]): void {
  const lines = [headings, headings.map((heading) => '-'.repeat(heading.length)), ...rows];
  console.log(`\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`);
}

function figure(value: number): string {
  return value.toLocaleString('en-KE', { maximumFractionDigits: 0 });
}
