import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import ssh2, { type SFTPWrapper } from 'ssh2';

const { OK, EOF, FAILURE, NO_SUCH_FILE } = ssh2.utils.sftp.STATUS_CODE;

/** Generates a private key as an SSH client and server read it. */
export function newSshKey(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey;
}

/** Runs an SSH server for tests, which serves a folder by SFTP to everyone who has a key. */
export async function startSftpServer(folder: string) {
  const key = newSshKey();
  const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (attempt) =>
      attempt.method === 'publickey' ? attempt.accept() : attempt.reject(['publickey']),
    );
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), folder));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const parsed = ssh2.utils.parseKey(key);
  if (parsed instanceof Error) throw parsed;
  const hash = createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/u, '');
  const { port } = server.address() as AddressInfo;
  return { port, hostKey: `SHA256:${hash}`, close: () => server.close() };
}

/** Answers each request with the result of its work, or with the error of the file system. */
function serve(sftp: SFTPWrapper, folder: string): void {
  const open = new Map<string, { file: number } | { names: string[] }>();
  const pathOf = (path: string) => join(folder, path);
  const keep = (reqId: number, one: { file: number } | { names: string[] }) => {
    const handle = Buffer.from(String(open.size));
    open.set(String(handle), one);
    sftp.handle(reqId, handle);
  };
  const fileOf = (handle: Buffer): number => {
    const one = open.get(String(handle));
    if (!one || !('file' in one)) throw new Error('no such handle');
    return one.file;
  };
  const answer = (reqId: number, work: () => unknown) => {
    try {
      if (work() !== 'answered') sftp.status(reqId, OK);
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      sftp.status(reqId, isMissing ? NO_SUCH_FILE : FAILURE);
    }
  };
  const attributes = (path: string) => {
    const { mode, uid, gid, size, atimeMs, mtimeMs } = statSync(path);
    return { mode, uid, gid, size, atime: Math.trunc(atimeMs / 1000), mtime: Math.trunc(mtimeMs / 1000) };
  };
  const describe = (reqId: number, path: string) =>
    answer(reqId, () => {
      sftp.attrs(reqId, attributes(pathOf(path)));
      return 'answered';
    });

  sftp.on('REALPATH', (reqId, path) =>
    sftp.name(reqId, [{ filename: join('/', path), longname: path, attrs: attributes(folder) }]),
  );
  sftp.on('STAT', describe).on('LSTAT', describe);
  sftp.on('MKDIR', (reqId, path) => answer(reqId, () => mkdirSync(pathOf(path))));
  sftp.on('REMOVE', (reqId, path) => answer(reqId, () => rmSync(pathOf(path))));
  sftp.on('RENAME', (reqId, from, to) => answer(reqId, () => renameSync(pathOf(from), pathOf(to))));
  sftp.on('FSTAT', (reqId, handle) =>
    answer(reqId, () => {
      const { mode, uid, gid, size } = fstatSync(fileOf(handle));
      sftp.attrs(reqId, { mode, uid, gid, size, atime: 0, mtime: 0 });
      return 'answered';
    }),
  );
  sftp.on('FSETSTAT', (reqId) => sftp.status(reqId, OK));
  sftp.on('OPEN', (reqId, path, flags) =>
    answer(reqId, () => {
      keep(reqId, { file: openSync(pathOf(path), ssh2.utils.sftp.flagsToString(flags) ?? 'r') });
      return 'answered';
    }),
  );
  sftp.on('WRITE', (reqId, handle, offset, data) =>
    answer(reqId, () => writeSync(fileOf(handle), data, 0, data.length, offset)),
  );
  sftp.on('READ', (reqId, handle, offset, length) =>
    answer(reqId, () => {
      const data = Buffer.alloc(length);
      const read = readSync(fileOf(handle), data, 0, length, offset);
      if (read === 0) sftp.status(reqId, EOF);
      else sftp.data(reqId, data.subarray(0, read));
      return 'answered';
    }),
  );
  sftp.on('OPENDIR', (reqId, path) =>
    answer(reqId, () => {
      const names = readdirSync(pathOf(path)).map((name) => join(path, name));
      keep(reqId, { names });
      return 'answered';
    }),
  );
  sftp.on('READDIR', (reqId, handle) => {
    const one = open.get(String(handle));
    const names = one && 'names' in one ? one.names.splice(0) : [];
    if (names.length === 0) return sftp.status(reqId, EOF);
    return sftp.name(
      reqId,
      names.map((name) => {
        const attrs = attributes(pathOf(name));
        const filename = name.slice(name.lastIndexOf('/') + 1);
        const type = statSync(pathOf(name)).isDirectory() ? 'd' : '-';
        return {
          filename,
          longname: `${type}rw------- 1 backup backup ${attrs.size} Nov 28 09:00 ${filename}`,
          attrs,
        };
      }),
    );
  });
  sftp.on('CLOSE', (reqId, handle) =>
    answer(reqId, () => {
      const one = open.get(String(handle));
      if (one && 'file' in one) closeSync(one.file);
    }),
  );
}
