import { resolve } from 'node:path';
import { adminLogin, merchantLogin } from '@zawadi/contract';
import { createApiClient } from '@zawadi/story/api-client';
import { Client } from 'pg';
import { activateMerchant, createMerchant } from '../../apps/api/src/features/people/merchants/index.ts';
import { createAdministrator } from '../../apps/api/src/features/people/administrators/index.ts';
import { openProduct } from '../open-product.ts';
import { megabytesOf, startServer } from '../processes.ts';
import { sumUpDays } from '../../apps/api/src/features/office/reports/index.ts';
import { fillLists, fillSumsOfDays } from './fill.ts';
import { filesToAsk, pagesToAsk, reportsToAsk, type Question } from './questions.ts';
import { takeSamples } from './samples.ts';

type PageTime = { firstMs: number; usualMs: number; slowestMs: number };
type FileTime = {
  firstRowMs: number;
  rowsPerSecond: number;
  rows: number;
  earlyMegabytes: number;
  mostMegabytes: number;
};

type Server = { url: string; pid: number; bearers: Record<Question['caller'], string> };

const TIMES = 30;
/** Number of rows of a file after which the API's memory is read first, to compare it with the peak. */
const EARLY_ROWS = 50_000;
/** Maximum number of rows to read from a file, because a whole file would take many minutes. */
const MOST_ROWS = 2_000_000;
const MEMORY_EVERY_MS = 200;

type Bench = { appUrl: string; ownerUrl: string; rows: number; say: (line: string) => void };

export type Measured = {
  /** `times` is undefined if the API gave up on the page. */
  pages: (Question & { times: PageTime | undefined })[];
  files: (Question & FileTime)[];
};

const API = resolve(import.meta.dirname, '../../apps/api/src/server.ts');
const SHOPS = 50;
const PASSWORD = 'Zawadi-demo-1';
const EMAIL = 'lists@example.test';

/** Fills the database and requests every page over HTTP, one after the other. */
export async function measureLists({ appUrl, ownerUrl, rows, say }: Bench): Promise<Measured> {
  const shops = await openBusiness(appUrl);
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('update merchant_staff set must_change_password = false');
    await fillLists(owner, { rows, shopIds: shops.map(({ merchantId }) => merchantId) }, say);
    const merchantCode = shops[0]?.merchantCode ?? '';
    await sumUp(appUrl, say);
    await fillSumsOfDays(owner, rows);
    const samples = await takeSamples(owner, merchantCode);
    const environment = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: appUrl };
    const { url, pid, stop } = await startServer(API, environment);
    try {
      const server = { url, pid, bearers: await signIn(url, merchantCode) };
      const pages: Measured['pages'] = [];
      for (const page of [...pagesToAsk(samples), ...reportsToAsk(samples)])
        pages.push({ ...page, times: await timePage(server, page).catch(undefinedWhereGivenUp) });
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

/** Computes the daily totals, as the worker does after each midnight. */
async function sumUp(databaseUrl: string, say: (line: string) => void): Promise<void> {
  const deps = openProduct(databaseUrl, 'bench-lists');
  const startedAt = performance.now();
  try {
    await sumUpDays(deps);
    say(`Daily totals computed in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  } finally {
    await deps.db.destroy();
  }
}

async function openBusiness(databaseUrl: string) {
  const deps = openProduct(databaseUrl, 'bench-lists');
  try {
    const administrator = {
      email: EMAIL,
      name: 'Wairimu Kamau',
      password: PASSWORD,
      staffRole: 'administrator',
    } as const;
    await createAdministrator(deps, administrator);
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

async function signIn(url: string, merchantCode: string): Promise<Record<Question['caller'], string>> {
  const api = createApiClient(url);
  const admin = await api.call(adminLogin, { body: { email: EMAIL, password: PASSWORD } });
  const merchant = await api.call(merchantLogin, { body: { merchantCode, password: PASSWORD } });
  return { admin: admin.accessToken, merchant: merchant.accessToken };
}

/** Measures a page until its last byte: the first request, then the median and the slowest of several more. */
async function timePage(server: Server, question: Question): Promise<PageTime> {
  const firstMs = await timeOnce(server, question);
  const more: number[] = [];
  for (let time = 0; time < TIMES; time += 1) more.push(await timeOnce(server, question));
  const usualMs = more.toSorted((one, other) => one - other)[Math.floor(TIMES / 2)] ?? firstMs;
  return { firstMs, usualMs, slowestMs: Math.max(...more) };
}

function undefinedWhereGivenUp(error: unknown): undefined {
  if (!(error instanceof GivenUp)) throw error;
}

async function timeOnce(server: Server, question: Question): Promise<number> {
  const startedAt = performance.now();
  const response = await ask(server, question);
  await response.arrayBuffer();
  return performance.now() - startedAt;
}

/** Measures the start of a file, the speed of its lines, and the memory of the API early and at its peak. */
async function timeFile(server: Server, question: Question): Promise<FileTime> {
  const startedAt = performance.now();
  const { body } = await ask(server, question);
  let firstRowMs: number | undefined;
  let rows = -1;
  let earlyMegabytes = 0;
  let mostMegabytes = 0;
  const readMemory = () => {
    const now = megabytesOf(server.pid, 'now');
    if (rows <= EARLY_ROWS) earlyMegabytes = Math.max(earlyMegabytes, now);
    mostMegabytes = Math.max(mostMegabytes, now);
  };
  const timer = setInterval(readMemory, MEMORY_EVERY_MS);
  readMemory();
  for await (const chunk of body ?? []) {
    for (const byte of chunk) if (byte === 0x0a) rows += 1;
    if (rows > 0) firstRowMs ??= performance.now() - startedAt;
    if (rows >= MOST_ROWS) break;
  }
  clearInterval(timer);
  readMemory();
  const seconds = (performance.now() - startedAt) / 1_000;
  return { firstRowMs: firstRowMs ?? 0, rowsPerSecond: rows / seconds, rows, earlyMegabytes, mostMegabytes };
}

/** Thrown if the API answers that the database took too long. */
class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

async function ask({ url, bearers }: Server, { caller, path }: Question) {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${bearers[caller]}` } });
  if (response.status === 503) throw new GivenUp(path);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}
