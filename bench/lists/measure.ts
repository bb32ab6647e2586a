import { resolve } from 'node:path';
import { adminLogin, merchantLogin } from '@zawadi/contract';
import { createApiClient } from '@zawadi/story/api-client';
import { Client } from 'pg';
import { activateMerchant, createMerchant } from '../../apps/api/src/features/merchants/merchants/index.ts';
import { createAdministrator } from '../../apps/api/src/features/access/administrators/index.ts';
import { openProduct } from '../open-product.ts';
import { startServer } from '../processes.ts';
import { fillLists } from './fill.ts';
import { filesToAsk, pagesToAsk, type Question } from './questions.ts';
import { takeSamples } from './samples.ts';

type PageTime = { firstMs: number; usualMs: number };
type FileTime = { firstRowMs: number; rowsPerSecond: number; rows: number };

type Server = { url: string; bearers: Record<Question['asker'], string> };

const TIMES = 5;
/** A rate is told from as many lines; the rest of a file comes at the same one. */
const MOST_LINES = 200_000;

type Bench = { appUrl: string; ownerUrl: string; rows: number; say: (line: string) => void };

export type Measured = { pages: (Question & PageTime)[]; files: (Question & FileTime)[] };

const API = resolve(import.meta.dirname, '../../apps/api/src/server.ts');
const SHOPS = 50;
const PASSWORD = 'Zawadi-demo-1';
const EMAIL = 'lists@example.test';

/** Fills the database and asks every question over HTTP, one after the other. */
export async function measureLists({ appUrl, ownerUrl, rows, say }: Bench): Promise<Measured> {
  const shops = await openBusiness(appUrl);
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('update merchant_staff set must_change_password = false');
    await fillLists(owner, { rows, shopIds: shops.map(({ merchantId }) => merchantId) }, say);
    const merchantCode = shops[0]?.merchantCode ?? '';
    const samples = await takeSamples(owner, merchantCode);
    const environment = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: appUrl };
    const { url, stop } = await startServer(API, environment);
    try {
      const server = { url, bearers: await signIn(url, merchantCode) };
      const pages: Measured['pages'] = [];
      for (const page of pagesToAsk(samples)) pages.push({ ...page, ...(await timePage(server, page)) });
      const files: Measured['files'] = [];
      for (const file of filesToAsk(samples)) {
        say(`The file of ${file.list} …`);
        files.push({ ...file, ...(await timeFile(server, file)) });
      }
      return { pages, files };
    } finally {
      await stop();
    }
  } finally {
    await owner.end();
  }
}

async function openBusiness(databaseUrl: string) {
  const deps = openProduct(databaseUrl, 'bench-lists');
  try {
    const boss = {
      email: EMAIL,
      name: 'Wairimu Kamau',
      password: PASSWORD,
      staffRole: 'administrator',
    } as const;
    await createAdministrator(deps, boss);
    const shops = [];
    for (let index = 0; index < SHOPS; index += 1) {
      const shop = await createMerchant(deps, {
        businessName: `Duka ${index}`,
        contactName: 'Till',
        contactEmail: `shop${index}@example.test`,
        contactPhoneNumber: '254700000100',
        password: PASSWORD,
        merchantCode: `DUKA${String(index).padStart(4, '0')}`,
      });
      await activateMerchant(deps, shop.merchantId);
      shops.push(shop);
    }
    return shops;
  } finally {
    await deps.db.destroy();
  }
}

async function signIn(url: string, merchantCode: string): Promise<Record<Question['asker'], string>> {
  const api = createApiClient(url);
  const admin = await api.call(adminLogin, { body: { email: EMAIL, password: PASSWORD } });
  const merchant = await api.call(merchantLogin, { body: { merchantCode, password: PASSWORD } });
  return { admin: admin.accessToken, merchant: merchant.accessToken };
}

/** How long a page takes, the first time and usually (the median of some more), until its last byte. */
async function timePage(server: Server, question: Question): Promise<PageTime> {
  const firstMs = await timeOnce(server, question);
  const more: number[] = [];
  for (let time = 0; time < TIMES; time += 1) more.push(await timeOnce(server, question));
  const usualMs = more.toSorted((one, other) => one - other)[Math.floor(TIMES / 2)] ?? firstMs;
  return { firstMs, usualMs };
}

async function timeOnce(server: Server, question: Question): Promise<number> {
  const startedAt = performance.now();
  const response = await ask(server, question);
  await response.arrayBuffer();
  return performance.now() - startedAt;
}

/** How soon a file begins, and how fast its lines come. */
async function timeFile(server: Server, question: Question): Promise<FileTime> {
  const startedAt = performance.now();
  const stopped = new AbortController();
  const { body } = await ask(server, question, stopped.signal);
  let firstRowMs: number | undefined;
  let rows = -1;
  for await (const chunk of body ?? []) {
    for (const byte of chunk) if (byte === 0x0a) rows += 1;
    if (rows > 0) firstRowMs ??= performance.now() - startedAt;
    if (rows >= MOST_LINES) break;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  stopped.abort();
  return { firstRowMs: firstRowMs ?? 0, rowsPerSecond: rows / seconds, rows };
}

async function ask({ url, bearers }: Server, { asker, path }: Question, signal?: AbortSignal) {
  const response = await fetch(url + path, {
    headers: { authorization: `Bearer ${bearers[asker]}` },
    ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}
