import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../apps/api/src/config/config.ts';

/** Fills the sandbox's demo the first time a data folder is used. What was interrupted goes on at the next start. */
export async function seedOnce(input: {
  config: Config;
  databaseUrl: string;
  apiUrl: string;
  dataDir: string;
  say: (line: string) => void;
  signal: AbortSignal;
}): Promise<void> {
  const marker = join(input.dataDir, 'demo-is-seeded');
  const { config } = input;
  if (config.provider !== 'sandbox' || existsSync(marker)) return;
  input.say('Playing a little history for the demo accounts (once) …');
  try {
    // Brings the whole API along, which no later start needs.
    const { seedDemo } = await import('../demo/seed.ts');
    await seedDemo({
      config: { ...config, database: { ...config.database, url: input.databaseUrl } },
      apiUrl: input.apiUrl,
      sandboxUrl: `http://127.0.0.1:${config.sandboxPort}`,
      say: input.say,
    });
    writeFileSync(marker, '');
  } catch (error) {
    if (input.signal.aborted) return;
    // All that a visitor needs is running; what is missing is only history.
    const reason = error instanceof Error ? error.message : String(error);
    input.say(
      `The history of the demo accounts is not complete (${reason}); the next npm start goes on with it.`,
    );
  }
}
