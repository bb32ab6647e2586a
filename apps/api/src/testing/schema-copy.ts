import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SCHEMA_FOLDER } from '../platform/db/schema-files.ts';

/** A copy of the product's schema that a test can edit, as if it were another version. */
export type SchemaCopy = {
  folder: URL;
  edit: (file: string, change: (text: string) => string) => void;
  addMigration: (name: string, sql: string) => void;
  remove: () => void;
};

export function copySchema(): SchemaCopy {
  const path = mkdtempSync(join(tmpdir(), 'zawadi-schema-'));
  cpSync(fileURLToPath(SCHEMA_FOLDER), path, { recursive: true });
  return {
    folder: pathToFileURL(`${path}/`),
    edit: (file, change) => {
      const before = readFileSync(join(path, file), 'utf8');
      const after = change(before);
      if (after === before) throw new Error(`${file} was not changed`);
      writeFileSync(join(path, file), after);
    },
    addMigration: (name, sql) => {
      mkdirSync(join(path, 'migrations'), { recursive: true });
      writeFileSync(join(path, 'migrations', `${name}.sql`), sql);
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}
