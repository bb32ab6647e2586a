import { playHistory, type HistoryProgress } from './play.ts';

/** Messages to the parent process: progress, or why the history stopped early. */
export type HistoryMessage = HistoryProgress | { problem: string };

/** Plays the demo's history. Needs its own process, because its clock is in the past. */
const { DATA_DIR = '', DATABASE_OWNER_URL = '', PROGRESS_FILE = '', HISTORY_DAYS } = process.env;
try {
  await playHistory({
    environment: process.env,
    ownerUrl: DATABASE_OWNER_URL,
    dataDir: DATA_DIR,
    progressFile: PROGRESS_FILE,
    ...(HISTORY_DAYS !== undefined && { days: Number(HISTORY_DAYS) }),
    report: (progress) => void process.send?.(progress satisfies HistoryMessage),
  });
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  const problem = error instanceof Error ? error.message : String(error);
  if (process.send) process.send({ problem } satisfies HistoryMessage, () => process.exit(1));
  else process.exit(1);
}
