import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createHttp } from '../../apps/api/src/http/create-http.ts';
import { serveWeb } from '../../apps/api/src/http/serve-web.ts';
import { createLog } from '../../apps/api/src/platform/log.ts';
import { packSdk, TARBALL } from '../../packages/sdk/build.ts';

export type InstalledPackage = {
  /** A merchant's project with only this package. The caller must remove the folder. */
  folder: string;
  /** Headers of the HTTP answer that contained the package. */
  headers: Record<string, string>;
  /** Status of a repeated, conditional download. */
  again: number;
  differsWhenBuiltAgain: boolean;
};

/**
 * Packs the SDK, serves it from the product's web server, and installs it with npm in an empty folder, as merchants do.
 */
export async function installServedPackage(): Promise<InstalledPackage> {
  const served = mkdtempSync(join(tmpdir(), 'zawadi-served-'));
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-shop-'));
  mkdirSync(join(served, 'developers'));
  writeFileSync(join(served, 'index.html'), '<!doctype html><html lang="en"><head></head></html>');
  writeFileSync(join(served, 'pages.json'), '{}');
  await packSdk(join(served, 'developers'));
  const http = await createHttp({ log: createLog({ level: 'fatal', name: 'test' }), trustProxy: false });
  const cards = { read: async () => undefined, draw: async () => Buffer.of() };
  const noGift = async () => ({ title: '', markup: '', status: 404 });
  const gifts = { show: noGift, open: noGift };
  await serveWeb(http, { rateFactor: 1, publicUrl: 'https://zawadi.example', cards, gifts, folder: served });
  await http.listen({ host: '127.0.0.1', port: 0 });
  try {
    const { port } = http.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/developers/${TARBALL}`;
    const options = ['--no-audit', '--no-fund', '--cache', join(served, 'npm')];
    await promisify(execFile)('npm', ['install', ...options, url], { cwd: folder });
    const first = await fetch(url);
    const bytes = Buffer.from(await first.arrayBuffer());
    // Set a cache's headers: without `cache-control`, fetch would make the request unconditional.
    const asCache = { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    const again = await fetch(url, { headers: asCache });
    await packSdk(served);
    return {
      folder,
      headers: Object.fromEntries(first.headers),
      again: again.status,
      differsWhenBuiltAgain: !bytes.equals(readFileSync(join(served, TARBALL))),
    };
  } finally {
    await http.close();
    rmSync(served, { recursive: true, force: true });
  }
}
