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

/**
 * Size at which a log is rotated. With its five older files, a log takes at most 60 MB, plus the growth between two
 * checks.
 */
const ROTATED_AT_BYTES = 10_000_000;
const OLDER_FILES = 5;
/** docs/data-protection.md limits logs to 90 days. Six weekly files stay well below that. */
const ROTATED_AFTER_MS = 7 * 86_400_000;
const LOOK_EVERY_MS = 5_000;
const OWNER_ONLY = 0o600;

/**
 * Opens a log for appending. Only its owner may read it, because it contains names and amounts.
 * @returns a file descriptor, for the caller to close
 */
export function openLog(path: string): number {
  const file = openSync(path, 'a', OWNER_ONLY);
  // Earlier versions created logs that every user could read.
  fchmodSync(file, OWNER_ONLY);
  return file;
}

/**
 * Rotates a log at a size and every week, now and regularly until the returned function is called.
 * @param limits.atBytes size at which the log is rotated
 * @returns a function that stops the rotation
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
      // If the disk is full, skip this rotation. An error must never stop this process, which supervises all others.
    }
  };
  look();
  const timer = setInterval(look, everyMs).unref();
  return () => clearInterval(timer);
}

/**
 * Copies the log and truncates it in place, because processes keep it open. They append, so they continue at its new
 * end.
 */
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
  // Append the lines that processes wrote during the copy.
  const [newest = ''] = olderThan(path);
  appendFileSync(newest, readFileSync(path).subarray(statSync(newest).size));
  truncateSync(path);
}

/** Names of the older files, newest first. */
function olderThan(path: string): string[] {
  return Array.from({ length: OLDER_FILES }, (_, n) => `${path}.${n + 1}`);
}
