import { createReadStream, createWriteStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { create, extract } from 'tar';
import { StartUpMistake } from '../start-up-mistake.ts';

/** Name of a packed backup: its folder's name and this ending. */
export const PACKED = '.tar.age';

/**
 * Packs the folder of a backup into one file, encrypted for the recipients (https://age-encryption.org/v1). Also `age` and
 * `tar` can unpack it, without Zawadi.
 * @param into path of the new file
 * @param recipients public keys, `age1…`
 * @throws StartUpMistake if one is not a public key
 */
export async function pack(
  folder: string,
  { into, recipients }: { into: string; recipients: readonly string[] },
): Promise<void> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new StartUpMistake(`${recipient} is not a public key of age, which begins with age1.`);
    }
  }
  const tar = Readable.from(
    create({ cwd: dirname(folder), portable: true, strict: true }, [basename(folder)]),
  );
  const encrypted = Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(tar)));
  await pipeline(encrypted, createWriteStream(into, { mode: 0o600, flags: 'wx' }));
}

/**
 * Decrypts and unpacks a backup.
 * @param into an empty folder
 * @param identity private key, `AGE-SECRET-KEY-1…`
 * @returns the backup's folder
 * @throws StartUpMistake if the key is no recipient’s, or the file is damaged
 */
export async function unpack(
  file: string,
  { into, identity }: { into: string; identity: string },
): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const tar = await decrypter.decrypt(Readable.toWeb(createReadStream(file)));
    await pipeline(Readable.fromWeb(tar), extract({ cwd: into, strict: true }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isOtherKey = reason.includes('no identity matched');
    throw new StartUpMistake(
      isOtherKey
        ? `${basename(file)} was encrypted for another key.`
        : `${basename(file)} is damaged: ${reason}.`,
    );
  }
  return join(into, basename(file, PACKED));
}
