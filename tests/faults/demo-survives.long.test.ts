import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@zawadi/story/free-port';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { startSystem, type RunningSystem } from '../../scripts/start/system.ts';

// A kill between the stored intent and the M-PESA prompt delays the buyer by five minutes.
vi.setConfig({ testTimeout: 1_800_000 });

const DEMO = join(import.meta.dirname, '../../scripts/demo.ts');
/** The demo prints a line after each step. Kill the API after these lines, so during the next step. */
const KILLED_AFTER = /^[135] /u;

let dataDir: string;
let database: TestDatabase;
let system: RunningSystem;
let environment: Record<string, string> & { PORT: string };
const said: string[] = [];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'zawadi-demo-'));
  database = await createTestDatabase();
  environment = {
    PATH: process.env['PATH'] ?? '',
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort(2)),
    DATA_DIR: dataDir,
    SEED: 'small',
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATABASE_CONNECTIONS: '10',
  };
  const { signal } = new AbortController();
  system = await startSystem({ environment, say: (line) => said.push(line), signal });
});
afterAll(async () => {
  await system.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('an API killed -9 three times during the demo is restarted each time, and the demo succeeds', async () => {
  const story: string[] = [];
  const killed: number[] = [];
  said.length = 0;
  const demo = spawn(process.execPath, [DEMO], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const complaint = text(demo.stderr);
  const ended = new Promise<number | null>((resolve) => void demo.once('exit', resolve));
  for await (const line of createInterface({ input: demo.stdout })) {
    story.push(line);
    if (!KILLED_AFTER.test(line)) continue;
    await pause(Math.random() * 100);
    const pid = await eventually('an API to kill', async () =>
      apiProcesses().find((one) => !killed.includes(one)),
    );
    process.kill(pid, 'SIGKILL');
    killed.push(pid);
  }
  expect(await ended, [...story, await complaint].join('\n')).toBe(0);
  expect(killed).toHaveLength(3);
  expect(story.find((line) => line.startsWith('6 '))).toMatch(/KES 585 arrived, fee KES 15/u);
  expect(
    said.filter((line) => line === 'The API exited unexpectedly (SIGKILL); restarting it.'),
  ).toHaveLength(3);
});

function apiProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isOurApi(pid));
}

/** Returns whether a process is the demo's API, by its command and its port; see proc(5). */
function isOurApi(pid: number): boolean {
  try {
    const listensHere = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .includes(`PORT=${environment.PORT}`);
    return listensHere && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('src/server.ts');
  } catch {
    return false;
  }
}
