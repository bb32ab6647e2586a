import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CSV_FILES } from '../testing/csv-files.ts';
import { everyRow } from '../testing/every-row.ts';
import { createFilledSystem, type FilledSystem } from '../testing/filled-system.ts';
import { endpoints } from '../testing/raw-calls.ts';

const FIGURE = /^-?\d+(?:\.\d+)?$/u;
/** A file of quoted cells, its lines ended as RFC 4180 has them. */
const QUOTED_LINES = /^\ufeff?(?:"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*\r\n)+$/u;
/** Programs import these files, and expect the first heading at the first byte. */
const IMPORTED = ['journal for quickbooks', 'journal for xero', 'file for the bank'];
const FORMULA = '=HYPERLINK("http://evil.test","Open")';
/** Columns that people or other programs fill, as far as files show them. */
const TYPED: Record<string, string[]> = {
  merchants: ['business_name', 'contact_name'],
  users: ['first_name', 'last_name'],
  vouchers: ['recipient_name', 'sender_name', 'issuer_reference'],
  redemptions: ['reference'],
  reconciliation_items: ['details', 'account_number'],
  posting_requests: ['payee', 'reference', 'reason'],
  administrators: ['name'],
  day_closes: ['note', 'confirmed_note'],
  audit_log: ['reason', 'actor_name'],
};
/** Files without words of people in this system. */
const WITHOUT_WORDS = [
  'report volume',
  'report fees',
  'report liability',
  'report expiries',
  'report wallets',
  'report ussd',
  'report trial-balance',
  'statement of an account',
  'journal for quickbooks',
  'journal for xero',
  // Its contents were fixed before the words were changed.
  'file for the bank',
  'report of a fraud case',
  'file of a person',
  'settlements of a merchant',
  'report of a merchant',
  'history of a wallet',
];
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

test('A19 every file has only quoted cells, and none that a spreadsheet would run', async () => {
  for (const [table, columns] of Object.entries(TYPED)) {
    const set = columns.map((column) => `${column} = $1`);
    await system.owner.query(`alter table ${table} disable trigger user`);
    await system.owner.query(`update ${table} set ${set.join()}`, [FORMULA]);
  }
  await system.owner.query('alter table invoices disable trigger user');
  await system.owner.query(
    `update invoices set content = jsonb_set(content, '{buyer,name}', to_jsonb($1::text))`,
    [FORMULA],
  );
  const untouched: string[] = [];
  await everyRow(
    CSV_FILES,
    ({ name }) => name,
    async (file) => {
      const text = await system.download(file);
      expect(text).toMatch(QUOTED_LINES);
      expect(text.startsWith('\ufeff')).toBe(!IMPORTED.includes(file.name));
      const cells = parse(text, { bom: true }).flat();
      if (!cells.includes(`'${FORMULA}`)) untouched.push(file.name);
      expect(cells.filter((cell) => /^[=+\-@\s|%]/u.test(cell) && !FIGURE.test(cell))).toEqual([]);
    },
  );
  expect(untouched).toEqual(WITHOUT_WORDS);
});
