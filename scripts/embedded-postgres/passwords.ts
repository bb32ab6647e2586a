import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

export type Passwords = { postgres: string; zawadi_owner: string; zawadi: string };

/**
 * Random passwords of the cluster's three logins, kept beside it and readable by its owner alone.
 *
 * @param path of the file, written on the first call
 */
export function loadPasswords(path: string): Passwords {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Passwords;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const passwords: Passwords = {
    postgres: makePassword(),
    zawadi_owner: makePassword(),
    zawadi: makePassword(),
  };
  writeFileSync(path, `${JSON.stringify(passwords, undefined, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  return passwords;
}

function makePassword(): string {
  return randomBytes(24).toString('base64url');
}
