import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { StartUpMistake } from '../start-up-mistake.ts';

export const MANIFEST_FILE = 'manifest.json';
/** The format of `sha256sum`, so that `sha256sum -c` can check a backup without Zawadi. */
export const SUMS_FILE = 'SHA256SUMS';
export const FORMAT = 1;

const digits = z.string().regex(/^-?\d+$/u);
// Names of tables and columns become part of SQL statements.
const name = z.string().regex(/^(?:public|ledger)\.[a-z][a-z0-9_]*$/u);
const column = z.string().regex(/^[a-z][a-z0-9_]*$/u);

const manifest = z.object({
  format: z.literal(FORMAT),
  product: z.string(),
  /** The last applied migration. */
  migration: z.string().regex(/^\d{4}_[a-z0-9_]+$/u),
  postgres: z.string(),
  madeAt: z.iso.datetime(),
  /** `pg_current_snapshot()` of the backup: identifies the transactions that it contains. */
  snapshot: z.string(),
  tables: z.array(z.object({ name, columns: z.array(column), file: z.string(), rows: z.number().int() })),
  sequences: z.array(z.object({ name, lastValue: digits, isCalled: z.boolean() })),
  books: z.object({
    balancesCents: z.record(z.string(), digits),
    differenceCents: digits,
    auditEntries: z.number().int(),
    auditBrokenAt: z.number().int().optional(),
    auditHead: z.string(),
  }),
});
export type Manifest = z.infer<typeof manifest>;

/**
 * Reads every file of a backup and compares it with its checksum.
 * @throws StartUpMistake that names the missing or changed file
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const sums = await readSums(folder);
  for (const [file, sum] of sums) {
    const found = await sumOf(join(folder, file));
    if (found === undefined)
      throw new StartUpMistake(`The backup ${folder} is not complete: ${file} is missing.`);
    if (found !== sum)
      throw new StartUpMistake(
        `The backup ${folder} is damaged: ${file} is not what was written (SHA-256 differs).`,
      );
  }
  if (!sums.has(MANIFEST_FILE))
    throw new StartUpMistake(`${join(folder, SUMS_FILE)} does not name ${MANIFEST_FILE}.`);
  const text = JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8')) as unknown;
  const parsed = manifest.safeParse(text);
  if (!parsed.success)
    throw new StartUpMistake(
      `This version of Zawadi cannot read ${join(folder, MANIFEST_FILE)}; use the one that made it.`,
    );
  const without = parsed.data.tables.find(({ file }) => !sums.has(file));
  if (without)
    throw new StartUpMistake(`The backup ${folder} is not complete: ${without.file} has no checksum.`);
  return parsed.data;
}

async function readSums(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, SUMS_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) {
    const exists = await stat(folder).catch(() => undefined);
    throw new StartUpMistake(
      exists
        ? `${folder} is not a finished backup: it has no ${SUMS_FILE}.`
        : `There is no folder ${folder}.`,
    );
  }
  const lines = text.trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [, sum, file] = /^([0-9a-f]{64}) {2}([a-z_][\w.]*)$/u.exec(line) ?? [];
      if (sum === undefined || file === undefined)
        throw new StartUpMistake(
          `The backup ${folder} is damaged: ${SUMS_FILE} has a line that cannot be read.`,
        );
      return [file, sum];
    }),
  );
}

/** @returns undefined if the file does not exist */
async function sumOf(path: string): Promise<string | undefined> {
  const sum = createHash('sha256');
  try {
    await pipeline(createReadStream(path), sum);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return sum.digest('hex');
}
