import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { expect, test, vi } from 'vitest';
import { CSV_FILES } from '../testing/csv-files.ts';
import { createFilledSystem } from '../testing/filled-system.ts';

vi.setConfig({ testTimeout: 300_000 });

// CSV import options: comma, quotes, UTF-8, from the first line; detect numbers, as a spreadsheet does by default.
const READS_CSV = 'CSV:44,34,76,1,,0,false,true';

const program = findLibreOffice();
if (program === undefined) {
  process.stderr.write(
    'LibreOffice is not installed, so no CSV file is opened with it (apt install libreoffice-calc)\n',
  );
}

test.skipIf(program === undefined)(
  "a spreadsheet's sum of each column of figures equals the database's sum",
  async () => {
    const system = await createFilledSystem();
    const folder = mkdtempSync(join(tmpdir(), 'zawadi-csv-'));
    try {
      const texts: string[] = [];
      for (const [number, file] of CSV_FILES.entries()) {
        const text = await system.download(file);
        texts.push(text);
        writeFileSync(join(folder, `${number}.csv`), text);
      }
      await openAll(folder);
      for (const [number, { name, figures }] of CSV_FILES.entries()) {
        const [headings = [], ...rows]: string[][] = parse(texts[number] ?? '', { bom: true });
        const table = cellsIn(readFileSync(join(folder, `${number}.fods`), 'utf8')).slice(1);
        for (const [heading, query] of Object.entries(figures)) {
          const column = headings.indexOf(heading);
          const written = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
          const read = table.map((row) => row[column]).filter((cell) => typeof cell === 'number');
          expect([name, heading, read.length]).toEqual([name, heading, written.length]);
          const sum = hundredths(read.reduce((all, cell) => all + cell, 0));
          expect([name, heading, sum]).toEqual([name, heading, hundredths(sumOf(written))]);
          if (query === null) continue;
          const found = await system.owner.query<{ sum: string | null }>(`select (${query})::numeric as sum`);
          expect([name, heading, sum]).toEqual([name, heading, hundredths(Number(found.rows[0]?.sum ?? 0))]);
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await system.close();
    }
  },
);

function findLibreOffice(): string | undefined {
  return ['soffice', 'libreoffice'].find((name) => {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

/** Opens the CSV files in LibreOffice with the settings of a user, and saves the resulting cells. */
async function openAll(folder: string): Promise<void> {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  const files = CSV_FILES.map((_, number) => join(folder, `${number}.csv`));
  await promisify(execFile)(program ?? '', [
    `-env:UserInstallation=${profile}`,
    '--headless',
    `--infilter=${READS_CSV}`,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    ...files,
  ]);
}

const ROW = /<table:table-row[^>]*?(?:\/>|>(?<inside>.*?)<\/table:table-row>)/gsu;
const CELL = /<table:table-cell(?<attributes>[^>]*?)(?:\/>|>.*?<\/table:table-cell>)/gsu;

/** Returns the cells of a flat OpenDocument table: numbers for numeric cells, text for other cells. */
function cellsIn(document: string): (number | string)[][] {
  return [...document.matchAll(ROW)].map(({ groups: row }) =>
    [...(row?.['inside'] ?? '').matchAll(CELL)].flatMap(({ groups: cell }) => {
      const attributes = cell?.['attributes'] ?? '';
      const repeated = Number(/number-columns-repeated="(\d+)"/u.exec(attributes)?.[1] ?? 1);
      const [, value] = /office:value-type="float" office:value="([^"]+)"/u.exec(attributes) ?? [];
      return Array.from({ length: repeated }, () => (value === undefined ? '' : Number(value)));
    }),
  );
}

/** Converts an amount to whole hundredths, because sums of floating-point numbers are not exact. */
function hundredths(amount: number): number {
  return Math.round(amount * 100);
}

function sumOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + Number(cell), 0);
}
