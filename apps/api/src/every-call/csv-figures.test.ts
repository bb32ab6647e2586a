import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CSV_FILES } from '../testing/csv-files.ts';
import { everyRow } from '../testing/every-row.ts';
import { createFilledSystem, type FilledSystem } from '../testing/filled-system.ts';
import { endpoints } from '../testing/raw-calls.ts';

const FIGURE = /^-?\d+(?:\.\d+)?$/u;
const UTC = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u;

let system: FilledSystem;
beforeAll(async () => {
  system = await createFilledSystem();
});
afterAll(() => system.close());

test('lists every CSV endpoint of the product', () => {
  const files = endpoints.filter(
    (endpoint) => 'isExport' in endpoint && endpoint.isExport && endpoint.path.endsWith('csv'),
  );
  const known = new Set<string>(CSV_FILES.map(({ endpoint }) => endpoint.path));
  expect(files.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([]);
});

test("writes every figure as a number, and every time in Nairobi's time zone", async () => {
  await everyRow(
    CSV_FILES,
    ({ name }) => name,
    async (file) => {
      const rows: Record<string, string>[] = parse(await system.download(file), { columns: true, bom: true });
      expect(rows.length).toBeGreaterThan(0);
      for (const heading of Object.keys(file.figures)) {
        const cells = rows.map((row) => row[heading]);
        expect(cells).not.toContain(undefined);
        expect(cells.filter((cell) => cell !== '' && !FIGURE.test(cell ?? ''))).toEqual([]);
      }
      for (const [heading, cell] of rows.flatMap((row) => Object.entries(row))) {
        // These two columns copy details of the audit log unchanged.
        if (heading === 'Before' || heading === 'After') continue;
        expect([heading, cell]).not.toEqual([heading, expect.stringMatching(UTC)]);
      }
    },
  );
});

test('writes amounts only in the columns listed as figures', async () => {
  for (const file of CSV_FILES) {
    const [headings = []]: string[][] = parse(await system.download(file), { bom: true, to: 1 });
    const amounts = headings.filter((heading) =>
      /KES|^\*?(?:Amount|Debits?|Credits?|Total)\b/u.test(heading),
    );
    expect([file.name, amounts.filter((heading) => !(heading in file.figures))]).toEqual([file.name, []]);
  }
});
