import { chownSync } from 'node:fs';
import { StartUpMistake } from '../start-up-mistake.ts';

/**
 * User that the server runs as. PostgreSQL refuses to run as root, so root starts the server as an existing
 * unprivileged user.
 */
export type ServerUser = { uid: number; gid: number };

/** The unprivileged user that every Linux has. */
const UNPRIVILEGED: ServerUser = { uid: 65534, gid: 65534 };

/** @throws StartUpMistake for root on another system than Linux, whose unprivileged user has another number */
export function chooseServerUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform === 'linux') return UNPRIVILEGED;
  throw new StartUpMistake(
    'PostgreSQL does not run as root. Start Zawadi as an ordinary user, without sudo.',
  );
}

export function chownTo(user: ServerUser | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}
