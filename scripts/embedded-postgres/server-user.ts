import { chownSync } from 'node:fs';

/**
 * User that the server runs as. PostgreSQL refuses to run as root, so root starts the server as an existing
 * unprivileged user.
 */
export type ServerUser = { uid: number; gid: number };

const NOBODY: ServerUser = { uid: 65534, gid: 65534 };

export function chooseServerUser(): ServerUser | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

export function chownTo(user: ServerUser | undefined, path: string): void {
  if (user) chownSync(path, user.uid, user.gid);
}
