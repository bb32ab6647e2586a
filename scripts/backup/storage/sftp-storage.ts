import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import SftpClient from 'ssh2-sftp-client';
import { StartUpMistake } from '../../start-up-mistake.ts';
import type { Storage } from './storage.ts';

const CONNECTS_WITHIN_MS = 20_000;

/**
 * Keeps backups in a folder of an SSH server. Signs in with the private key in the file BACKUP_SSH_KEY_FILE, and only at
 * the server whose host key has the fingerprint BACKUP_SSH_HOST_KEY (`SHA256:…`, as `ssh-keygen -l` prints it).
 */
export async function openSftpStorage(url: URL): Promise<Storage> {
  const { BACKUP_SSH_KEY_FILE: keyFile, BACKUP_SSH_HOST_KEY: expected } = process.env;
  if (!keyFile || !expected?.startsWith('SHA256:'))
    throw new StartUpMistake(
      'SFTP needs BACKUP_SSH_KEY_FILE (private key) and BACKUP_SSH_HOST_KEY (SHA256:… of the server’s host key).',
    );
  const folder = url.pathname === '' ? '.' : decodeURIComponent(url.pathname);
  const ignore = () => undefined;
  // Without these the client prints each event. A lost connection also fails the call that waits for it.
  const client = new SftpClient('backup', { error: ignore, end: ignore, close: ignore });
  let presented = '';
  try {
    await client.connect({
      host: url.hostname,
      port: url.port === '' ? 22 : Number(url.port),
      username: decodeURIComponent(url.username),
      privateKey: await readFile(keyFile),
      readyTimeout: CONNECTS_WITHIN_MS,
      hostHash: 'sha256',
      hostVerifier: (hash: string) => {
        presented = `SHA256:${Buffer.from(hash, 'hex').toString('base64').replace(/=+$/u, '')}`;
        return presented === expected;
      },
    });
  } catch (error) {
    if (presented !== '' && presented !== expected)
      throw new StartUpMistake(
        `${url.host} has the host key ${presented}, not ${expected} as set in BACKUP_SSH_HOST_KEY.`,
      );
    throw error;
  }
  const pathOf = (name: string) => posix.join(folder, name);
  return {
    place: url.href.replace(/\/$/u, ''),
    put: async (name, file) => {
      await client.mkdir(folder, true);
      const partial = pathOf(`${name}.partial`);
      try {
        await client.fastPut(file, partial);
        await client.rename(partial, pathOf(name));
      } catch (error) {
        await client.delete(partial, true).catch(() => undefined);
        throw error;
      }
    },
    list: async () => {
      const files = await client.list(folder, ({ type, name }) => type === '-' && !name.endsWith('.partial'));
      return files.map(({ name }) => name);
    },
    get: async (name, file) => {
      await client.fastGet(pathOf(name), file);
    },
    remove: async (name) => {
      await client.delete(pathOf(name));
    },
    close: async () => {
      await client.end();
    },
  };
}
