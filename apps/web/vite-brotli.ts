import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt|webmanifest)$/u;

/** Writes `file.br` next to every text file of the build, so that the server only has to send it. */
export function brotli(): Plugin {
  let outDir = '';
  return {
    name: 'zawadi-brotli',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const files = await readdir(outDir, { recursive: true });
        await Promise.all(
          files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(join(outDir, file))),
        );
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const source = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
  };
  await writeFile(`${path}.br`, brotliCompressSync(source, { params }));
}
