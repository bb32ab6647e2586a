import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from './storage.ts';

/** Keeps backups in a folder, which may be a mounted disk of another machine. */
export function openFolderStorage(folder: string): Storage {
  return {
    place: folder,
    put: async (name, file) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const partial = join(folder, `${name}.partial`);
      try {
        await copyFile(file, partial);
        const copied = await open(partial);
        await copied.sync();
        await copied.close();
        await rename(partial, join(folder, name));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    list: async () => (await readdir(folder)).filter((name) => !name.endsWith('.partial')),
    get: (name, file) => copyFile(join(folder, name), file),
    remove: (name) => rm(join(folder, name), { recursive: true }),
    close: async () => {},
  };
}
