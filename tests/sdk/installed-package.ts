import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createHttp } from '../../apps/api/src/http/create-http.ts';
import { serveWeb } from '../../apps/api/src/http/serve-web.ts';
import { createLog } from '../../apps/api/src/platform/log.ts';
import { copyReleasedSdks, packSdk, sdkVersion, TARBALL, tarballOf } from '../../packages/sdk/build.ts';

export type InstalledPackage = {
  /** A merchant's project with only this package. The caller must remove the folder. */
  folder: string;
  /** Headers of the HTTP answer that contained the package. */
  headers: Record<string, string>;
  /** Status of a repeated, conditional download. */
  again: number;
  differsWhenBuiltAgain: boolean;
};

/** Serves the newest package from the product's web server, and installs it with npm in an empty folder, as merchants do. */
export async function installServedPackage(): Promise<InstalledPackage> {
  const served = await serveReleased();
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-shop-'));
  try {
    const url = `${served.origin}/developers/${tarballOf(sdkVersion())}`;
    await npm(folder, 'install', url);
    const first = await fetch(url);
    const bytes = Buffer.from(await first.arrayBuffer());
    // Set a cache's headers: without `cache-control`, fetch would make the request unconditional.
    const asCache = { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    const again = await fetch(url, { headers: asCache });
    await packSdk(served.folder);
    return {
      folder,
      headers: Object.fromEntries(first.headers),
      again: again.status,
      differsWhenBuiltAgain: !bytes.equals(readFileSync(join(served.folder, TARBALL))),
    };
  } finally {
    await served.close();
  }
}

/** Serves the released packages at `/developers`. A test may change the files of `folder/developers`. */
export async function serveReleased() {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-served-'));
  mkdirSync(join(folder, 'developers'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="en"><head></head></html>');
  writeFileSync(join(folder, 'pages.json'), '{}');
  copyReleasedSdks(join(folder, 'developers'));
  const http = await createHttp({ log: createLog({ level: 'fatal', name: 'test' }), trustProxy: false });
  const cards = { read: async () => undefined, draw: async () => Buffer.of() };
  const noGift = async () => ({ title: '', markup: '', status: 404 });
  const gifts = { show: noGift, open: noGift };
  const supportEmail = 'help@zawadi.example';
  await serveWeb(http, {
    rateFactor: 1,
    publicUrl: 'https://zawadi.example',
    supportEmail,
    cards,
    gifts,
    folder,
  });
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  return {
    folder,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      await http.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs npm in a merchant's project, with an empty cache, as a build server does. */
export async function npm(project: string, ...args: string[]): Promise<void> {
  const cache = mkdtempSync(join(tmpdir(), 'zawadi-npm-'));
  try {
    const options = ['--no-audit', '--no-fund', '--fetch-retries=0', '--cache', cache];
    await promisify(execFile)('npm', [...args, ...options], { cwd: project });
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}
