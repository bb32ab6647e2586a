import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  fchmodSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';

/** With the five older files of each log: 60 MB at the most, and what is written between two looks. */
const ROTATED_AT_BYTES = 10_000_000;
const OLDER_FILES = 5;
/** docs/data-protection.md: six weeks of files are well within the 90 days that logs are kept at most. */
const ROTATED_AFTER_MS = 7 * 86_400_000;
const LOOK_EVERY_MS = 5_000;
const OWNER_ONLY = 0o600;

/**
 * Opens a log for appending that only its owner may read, because it names people and amounts.
 * @returns a file descriptor, for the caller to close
 */
export function openLog(path: string): number {
  const file = openSync(path, 'a', OWNER_ONLY);
  // An earlier version let every user read it.
  fchmodSync(file, OWNER_ONLY);
  return file;
}

/**
 * Rotates a log by its size, and every week, at once and for as long as processes append to it.
 * @param limits.atBytes the size from which on it is rotated
 * @returns a function that stops looking
 */
export function keepLogShort(path: string, limits: { atBytes?: number; everyMs?: number } = {}): () => void {
  const { atBytes = ROTATED_AT_BYTES, everyMs = LOOK_EVERY_MS } = limits;
  for (const older of olderThan(path)) if (existsSync(older)) chmodSync(older, OWNER_ONLY);
  const look = (): void => {
    try {
      const log = statSync(path, { throwIfNoEntry: false });
      if (!log || log.size === 0) return;
      const [newest = ''] = olderThan(path);
      const rotatedAtMs = statSync(newest, { throwIfNoEntry: false })?.mtimeMs ?? log.birthtimeMs;
      if (log.size > atBytes || Date.now() - rotatedAtMs > ROTATED_AFTER_MS) rotate(path);
    } catch {
      // A full disk costs a rotation, never the process that looks after all others.
    }
  };
  look();
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}

/** Processes keep the file open, so its content moves and not its name; they append, so they go on at its start. */
function rotate(path: string): void {
  const copy = `${path}.copy`;
  try {
    copyFileSync(path, copy);
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
  const files = [copy, ...olderThan(path)];
  for (let n = files.length - 1; n > 0; n -= 1) {
    const [from = '', to = ''] = files.slice(n - 1, n + 1);
    if (existsSync(from)) renameSync(from, to);
  }
  // What came while it was copied.
  const [newest = ''] = olderThan(path);
  appendFileSync(newest, readFileSync(path).subarray(statSync(newest).size));
  truncateSync(path);
}

/** The newest first. */
function olderThan(path: string): string[] {
  return Array.from({ length: OLDER_FILES }, (_, n) => `${path}.${n + 1}`);
}
