import { closeSync, existsSync, fchmodSync, openSync, renameSync, statSync } from 'node:fs';

const KEPT_BYTES = 10_000_000;
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

/** Puts a log that has grown long aside, in place of the one before it. */
export function rotateLog(path: string): void {
  const old = `${path}.1`;
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > KEPT_BYTES) renameSync(path, old);
  if (existsSync(old)) closeSync(openLog(old));
}
