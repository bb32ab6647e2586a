import { Client } from 'pg';
import {
  cloneDatabase,
  dropDatabase,
  openToApplication,
  withDatabase,
} from '../../apps/api/src/testing/clone-database.ts';
import type { Bench } from '../bench.ts';
import { fillHistory } from '../lists/fill.ts';
import { load, redemptions } from '../load.ts';
import { API, startServer } from '../processes.ts';
import { measuring, type Case, type Suite } from '../rounds.ts';
import { prepareShop } from '../vouchers.ts';

const MERCHANTS = 1_000;
const VOUCHERS = 1_000;
const CONNECTIONS = [16, 64];
const WITHIN = 0.9;

/**
 * Measures redemptions over HTTP on a database with years of business, compared with a database that has only the same
 * merchants and vouchers. Of the earlier redemptions, six in ten are at the merchant of the cases with one merchant.
 * @param rows number of vouchers, redemptions, transfers, keys and codes
 */
export async function openHistory(bench: Bench, rows: number): Promise<Suite> {
  bench.say('Preparing merchants and vouchers …');
  const { tills, codes } = await prepareShop(bench.appUrl, { merchants: MERCHANTS, vouchers: VOUCHERS });
  const full = await cloneOf(bench, 'bench_history');
  await fill(full.ownerUrl, rows, bench.say);
  const [empty, old] = await Promise.all(
    [bench, full].map(({ appUrl }) => startServer(API, { DATABASE_URL: appUrl, DATABASE_OWNER_URL: appUrl })),
  );
  if (!empty || !old) throw new Error('a server is missing');
  const [firstTill = ''] = tills;
  const requests = {
    'one merchant': redemptions(() => firstTill, codes),
    [`${MERCHANTS} merchants`]: redemptions((count) => tills[count % tills.length] ?? firstTill, codes),
  };
  const cases = CONNECTIONS.flatMap((connections) =>
    Object.entries(requests).flatMap(([who, request]): Case[] => {
      const caseOf = (name: string, { url }: { url: string }): Case => ({
        name,
        connections,
        prepare: measuring(() => load({ ...request, url: [url] }, { connections, seconds: bench.seconds })),
      });
      const without = caseOf(`redemption, ${who}, nothing before`, empty);
      const name = `redemption, ${who}, after ${rows.toLocaleString('en-KE')}`;
      return [without, { ...caseOf(name, old), beside: { name: without.name, ratio: WITHIN } }];
    }),
  );
  return {
    cases,
    close: async () => {
      await Promise.all([empty.stop(), old.stop()]);
      await dropDatabase(bench.superuserUrl, 'bench_history');
    },
  };
}

/** Creates another database with the contents of the bench's own. */
async function cloneOf(
  { appUrl, ownerUrl, superuserUrl }: Bench,
  name: string,
): Promise<Pick<Bench, 'appUrl' | 'ownerUrl'>> {
  const { pathname, username } = new URL(ownerUrl);
  await cloneDatabase(superuserUrl, { template: pathname.slice(1), name, owner: username });
  await openToApplication(superuserUrl, { name, login: new URL(appUrl).username });
  return { appUrl: withDatabase(appUrl, name), ownerUrl: withDatabase(ownerUrl, name) };
}

async function fill(ownerUrl: string, rows: number, say: (line: string) => void): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows: shops } = await owner.query<{ id: string }>(
      'select id from merchants order by merchant_code',
    );
    await fillHistory(owner, { rows, shopIds: shops.map(({ id }) => id) }, say);
  } finally {
    await owner.end();
  }
}
