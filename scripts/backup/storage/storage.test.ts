import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error It has no types.
import S3rver from 's3rver';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStorage } from './open-storage.ts';
import { newSshKey, startSftpServer } from './sftp-server.ts';
import type { Storage } from './storage.ts';

let folder: string;
let s3: { close: () => unknown; port: number };
let sftp: Awaited<ReturnType<typeof startSftpServer>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zawadi-storage-'));
  const server = new S3rver({
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'backups', configs: [] }],
  });
  const { port } = await server.run();
  s3 = { port, close: () => server.close() };
  sftp = await startSftpServer(folder);
});
afterAll(async () => {
  sftp.close();
  await s3.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  writeFileSync(join(folder, 'key'), newSshKey());
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${s3.port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  vi.stubEnv('BACKUP_SSH_KEY_FILE', join(folder, 'key'));
  vi.stubEnv('BACKUP_SSH_HOST_KEY', sftp.hostKey);
});
afterEach(() => vi.unstubAllEnvs());

const PLACES: Record<string, () => string> = {
  'a folder': () => join(folder, 'plain'),
  'a bucket of S3': () => 's3://backups/shop-a/',
  'a folder of an SSH server': () => `sftp://zawadi@127.0.0.1:${sftp.port}/remote/backups`,
};

describe.each(Object.entries(PLACES))('backups in %s', (_, place) => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await openStorage(place());
  });
  afterEach(() => storage.close());

  test('are written, listed, read and removed', async () => {
    // More than one part of S3, of 16 MB each.
    const content = Buffer.alloc(17 * 1024 * 1024, 'zawadi ');
    await storage.put('zawadi-1.tar.age', written(content));
    await storage.put('zawadi-2.tar.age', written('two'));
    expect((await storage.list()).toSorted()).toEqual(['zawadi-1.tar.age', 'zawadi-2.tar.age']);
    const copy = join(folder, 'copy');
    await storage.get('zawadi-1.tar.age', copy);
    expect(readFileSync(copy).equals(content)).toBe(true);
    for (const name of await storage.list()) await storage.remove(name);
    expect(await storage.list()).toEqual([]);
  });

  test('are not listed if they could not be read whole', async () => {
    await storage.put('zawadi-2.tar.age', written('two'));
    await expect(storage.put('zawadi-3.tar.age', join(folder, 'missing'))).rejects.toThrow(
      /ENOENT|not exist/,
    );
    await expect(storage.put('zawadi-3.tar.age', folder)).rejects.toThrow(
      /EISDIR|not a regular file|directory/i,
    );
    expect(await storage.list()).toEqual(['zawadi-2.tar.age']);
  });
});

function written(content: Buffer | string): string {
  const file = join(folder, 'content');
  writeFileSync(file, content);
  return file;
}

test('an SSH server with another host key gets no backup', async () => {
  vi.stubEnv('BACKUP_SSH_HOST_KEY', 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(openStorage(`sftp://zawadi@127.0.0.1:${sftp.port}/other`)).rejects.toThrow(
    `has the host key ${sftp.hostKey}`,
  );
  expect(readdirSync(folder)).not.toContain('other');
});

test('an address of another kind is refused', async () => {
  await expect(openStorage('ftp://127.0.0.1/backups')).rejects.toThrow('not to ftp://');
});
