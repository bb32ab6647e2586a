import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

test('every test file gets a migrated database of its own, however many ask at once', async () => {
  const databases = await Promise.all(Array.from({ length: 8 }, createTestDatabase));
  expect(new Set(databases.map((database) => database.appUrl)).size).toBe(8);
  for (const database of databases) {
    expect(await tablesSeenBy(database.ownerUrl)).toContain('kysely_migration');
    await database.drop();
    await expect(tablesSeenBy(database.appUrl)).rejects.toThrow('does not exist');
  }
});

async function tablesSeenBy(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT relname AS name FROM pg_class WHERE relkind = $1',
      ['r'],
    );
    return rows.map((row) => row.name);
  } finally {
    await client.end();
  }
}
