import type { FastifyInstance } from 'fastify';
import type { Deps } from './config/deps.ts';
import * as vouchers from './features/money/vouchers/index.ts';
import * as status from './features/services/status/index.ts';
import { serveStatus } from './http/serve-status.ts';
import { readBuiltPage, serveWeb } from './http/serve-web.ts';
import type { CallCounts } from './platform/call-counts/create-call-counts.ts';

type Serving = Deps & { callCounts: CallCounts };

/** Serves the status page. Stop the returned keeper on close. */
export function serveStatusPage(http: FastifyInstance, deps: Serving): { stop: () => void } {
  const { config, callCounts } = deps;
  const keeper = status.createStatusKeeper(deps);
  serveStatus(http, {
    describe: async () => status.describeStatus(await keeper.read()),
    draw: async (language) => status.drawStatus(await keeper.read(), language),
    callCounts,
    rateFactor: config.rateFactor,
    page: readBuiltPage({ publicUrl: config.publicUrl, supportEmail: config.support.email }),
  });
  return keeper;
}

/** Serves the web app, with the pages of gifts for browsers without scripts and their link cards. */
export async function serveWebApp(
  http: FastifyInstance,
  deps: Serving & { isClosed: () => Promise<boolean> },
): Promise<void> {
  const { config, callCounts } = deps;
  await serveWeb(http, {
    publicUrl: config.publicUrl,
    supportEmail: config.support.email,
    cards: { read: (claimToken) => vouchers.readLinkCard(deps, claimToken), draw: vouchers.drawLinkCard },
    gifts: {
      show: (asked) => vouchers.plainGift(deps, asked),
      open: (asked, counted) => vouchers.openPlainGift(deps, asked, counted),
    },
    callCounts,
    rateFactor: config.rateFactor,
  });
}
