import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the types of the tables and the diagrams of their states are those of the migrations', async () => {
  const bootstrap = join(import.meta.dirname, 'bootstrap.mjs');
  const verify = promisify(execFile)(process.execPath, [bootstrap, 'generate-db-types', '--verify']);
  await expect(verify, 'npm run db:types writes them again').resolves.toBeDefined();
});
