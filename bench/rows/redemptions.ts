import { resolve } from 'node:path';
import { MERCHANTS, openShops, type Bench } from '../bench.ts';
import { load, plainPost, redemptions, type LoadRequest } from '../load.ts';
import { API, startServer } from '../processes.ts';
import { measuring, type Case, type Suite } from '../rounds.ts';

const EMPTY = resolve(import.meta.dirname, '../servers/empty-endpoint.ts');
const BARE = resolve(import.meta.dirname, '../servers/bare-transfers.ts');

const CEILING = 'HTTP: empty validated POST (ceiling)';
const LIMIT = 'HTTP: bare batched transfer (limit)';

const TARGETS: { connections: number; target?: Case['target']; ratio?: number }[] = [
  { connections: 1 },
  { connections: 16, target: { perSecond: 2_300 }, ratio: 0.8 },
  { connections: 64, target: { perSecond: 6_000, p99Ms: 25 }, ratio: 0.8 },
];

/**
 * Measures redemptions at one merchant and at many, compared with their limit: transfers in the same ledger over HTTP,
 * without the product around it.
 */
export async function openRedemptions(bench: Bench): Promise<Suite> {
  const shop = await openShops(bench);
  const environment = { DATABASE_URL: bench.appUrl, DATABASE_OWNER_URL: bench.appUrl };
  const [empty, bare, api] = await Promise.all(
    [EMPTY, BARE, API].map((entry) => startServer(entry, environment)),
  );
  if (!empty || !bare || !api) throw new Error('a server is missing');
  const [firstTill = ''] = shop.tills;
  const oneTill = redemptions(() => firstTill, shop.codes);
  const manyTills = redemptions((count) => shop.tills[count % shop.tills.length] ?? firstTill, shop.codes);

  const caseOf = (
    name: string,
    { url }: { url: string },
    request: Omit<LoadRequest, 'url'>,
    connections: number,
  ): Case => ({
    name,
    connections,
    prepare: measuring(() => load({ ...request, url: [url] }, { connections, seconds: bench.seconds })),
  });
  const cases = TARGETS.flatMap(({ connections, target, ratio }): Case[] => {
    const goals = { ...(target && { target }), beside: { name: LIMIT, ...(ratio && { ratio }) } };
    return [
      caseOf(LIMIT, bare, plainPost('/transfers'), connections),
      { ...caseOf('HTTP: redemption, one merchant', api, oneTill, connections), ...goals },
      { ...caseOf(`HTTP: redemption, ${MERCHANTS} merchants`, api, manyTills, connections), ...goals },
    ];
  });
  return {
    cases: [caseOf(CEILING, empty, plainPost('/empty'), 64), ...cases],
    close: async () => {
      await Promise.all([empty, bare, api].map(({ stop }) => stop()));
    },
  };
}
