import { expect, test } from 'vitest';
import { csvFile, csvLine } from './csv.ts';

test('A19 a cell that a spreadsheet would take for a formula is text, and a negative figure is a figure', () => {
  expect(csvLine(['=1+1', '+254712345678', '-cmd', '@x', '\tx', '＝1'])).toBe(
    `"'=1+1","'+254712345678","'-cmd","'@x","'\tx","'＝1"\r\n`,
  );
  expect(csvLine([-12, '-12.50', '-12.50-1', 0, undefined])).toBe(`"-12","-12.50","'-12.50-1","0",""\r\n`);
});

test('quotes, commas and line ends stay inside their cell', () => {
  expect(csvLine(['a "b"', 'c,d', 'e\nf'])).toBe('"a ""b""","c,d","e\nf"\r\n');
});

test('a file has its headings, then every page in turn, and is read as UTF-8', async () => {
  const file = csvFile(
    'sums',
    [
      ['Name', (row: { name: string; sum: number }) => row.name],
      ['Sum', ({ sum }) => sum],
    ],
    [[{ name: 'Wanjikũ', sum: 1 }], [], [{ name: 'Otieno', sum: -2 }]],
  );
  expect(file.fileName).toBe('sums.csv');
  const chunks: string[] = [];
  for await (const chunk of file.content as AsyncIterable<Buffer>) chunks.push(chunk.toString());
  expect(chunks.join('')).toBe('\ufeff"Name","Sum"\r\n"Wanjikũ","1"\r\n"Otieno","-2"\r\n');
});
