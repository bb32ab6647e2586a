import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { approvableActions } from './approvable-actions.ts';
import * as accountSecurity from './features/people/account-security/index.ts';
import * as approvals from './features/services/approvals/index.ts';
import * as documents from './features/office/documents/index.ts';
import * as notes from './features/office/notes/index.ts';
import * as timelines from './features/office/timelines/index.ts';
import * as postingRequests from './features/office/posting-requests/index.ts';
import * as adjustments from './features/office/adjustments/index.ts';
import * as alerts from './features/services/alerts/index.ts';
import * as adminUsers from './features/office/admin-users/index.ts';
import * as audit from './features/services/audit/index.ts';
import * as feesAndLimits from './features/office/fees-and-limits/index.ts';
import * as fraud from './features/merchants/fraud/index.ts';
import * as fraudCases from './features/office/fraud-cases/index.ts';
import * as personFiles from './features/office/person-files/index.ts';
import * as voucherActions from './features/office/voucher-actions/index.ts';
import * as deliveryReports from './features/services/delivery-reports/index.ts';
import * as liveUpdates from './features/services/live-updates/index.ts';
import * as merchantApi from './features/merchants/merchant-api/index.ts';
import * as dayCloses from './features/merchants/day-closes/index.ts';
import * as merchantReports from './features/merchants/merchant-reports/index.ts';
import * as merchantVouchers from './features/merchants/merchant-vouchers/index.ts';
import * as merchants from './features/people/merchants/index.ts';
import * as transactions from './features/office/transactions/index.ts';
import * as mpesa from './features/mpesa/client/index.ts';
import type { OrderDeps } from './features/mpesa/orders/index.ts';
import * as templates from './features/office/templates/index.ts';
import * as messages from './features/services/messages/index.ts';
import * as callbacks from './features/money/callbacks/index.ts';
import * as purchases from './features/money/purchases/index.ts';
import * as giftPhotos from './features/money/gift-photos/index.ts';
import * as receipts from './features/money/receipts/index.ts';
import * as reconciliation from './features/office/reconciliation/index.ts';
import * as holds from './features/money/holds/index.ts';
import * as redemptions from './features/money/redemptions/index.ts';
import * as refunds from './features/money/refunds/index.ts';
import * as restores from './features/services/restores/index.ts';
import * as reports from './features/office/reports/index.ts';
import * as reviews from './features/services/reviews/index.ts';
import * as dailyMail from './features/office/daily-mail/index.ts';
import * as savedViews from './features/office/saved-views/index.ts';
import * as search from './features/office/search/index.ts';
import * as contacts from './features/office/contacts/index.ts';
import * as sessions from './features/people/sessions/index.ts';
import * as settings from './features/services/settings/index.ts';
import * as stops from './features/services/stops/index.ts';
import * as blockList from './features/people/block-list/index.ts';
import * as bookkeeping from './features/office/bookkeeping/index.ts';
import * as invoices from './features/merchants/invoices/index.ts';
import * as settlements from './features/merchants/settlements/index.ts';
import * as administrators from './features/people/administrators/index.ts';
import * as support from './features/office/support/index.ts';
import * as systemHealth from './features/services/system-health/index.ts';
import * as payments from './features/money/payments/index.ts';
import * as users from './features/people/users/index.ts';
import * as ussd from './features/money/ussd/index.ts';
import * as vouchers from './features/money/vouchers/index.ts';
import * as lostContacts from './features/people/lost-contacts/index.ts';
import * as ownLimits from './features/people/own-limits/index.ts';
import * as walletFreeze from './features/people/wallet-freeze/index.ts';
import * as wallets from './features/money/wallets/index.ts';
import * as webhooks from './features/merchants/webhooks/index.ts';
import * as withdrawals from './features/money/withdrawals/index.ts';
import * as workList from './features/office/work-list/index.ts';
import { createBackground, type Background } from './platform/background.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './config/config.ts';
import { BadConfiguration } from './config/environment.ts';
import { createCallCounts } from './platform/call-counts/create-call-counts.ts';
import { deriveKeys } from './platform/crypto/keys.ts';
import { openDatabase } from './platform/db/database.ts';
import { createListener } from './platform/db/listen.ts';
import { createHttp } from './http/create-http.ts';
import { createExportPlaces } from './http/export-places-store.ts';
import { registerRoutes } from './http/register-routes.ts';
import { serveDocs } from './http/serve-docs.ts';
import { serveHealth } from './http/serve-health.ts';
import { serveSecurityTxt } from './http/serve-web.ts';
import { serveStatusPage, serveWebApp } from './app-pages.ts';
import { createLog } from './platform/log.ts';

/** Limit of a database query, so that the API answers within ten seconds whatever the database does. */
const API_ANSWER_WITHIN_MS = 8_000;

/**
 * Creates the dependencies of a process.
 * @throws BadConfiguration if the database's URL is missing
 */
export function createDeps(config: Config, name: string): OrderDeps {
  if (config.database.url === undefined) {
    throw new BadConfiguration([
      'DATABASE_URL is missing; `npm start` sets it when it brings its own database.',
    ]);
  }
  const base = {
    config,
    clock: systemClock,
    keys: deriveKeys(...config.secrets),
    log: createLog({ level: config.logLevel, name }),
    db: openDatabase(config.database.url, {
      connections: config.database.connections,
      name,
      ...(name === 'api' && { answerWithinMs: API_ANSWER_WITHIN_MS }),
    }),
  };
  const orderKinds = {
    purchase: purchases.purchaseOrders,
    withdrawal: withdrawals.withdrawalOrders,
    settlement: settlements.settlementOrders,
    refund: refunds.refundOrders,
  };
  const { applyBalances } = reconciliation;
  return { ...base, ...mpesa.createConfiguredClient(base), orderKinds, applyBalances };
}

export type Api = { http: FastifyInstance; background: Background; close: () => Promise<void> };

/**
 * Creates the HTTP API with every feature's routes, and the web app.
 * @param deps.prepared must resolve before `/readyz` answers 200
 */
export async function createApi(
  deps: OrderDeps & { databaseUrl: string; prepared?: Promise<unknown> },
): Promise<Api> {
  const { config, log } = deps;
  const listener = createListener({ url: deps.databaseUrl, name: 'api-listener', log });
  const hub = liveUpdates.createLiveHub({ listener, log });
  const eventHub = webhooks.createEventHub({ listener, log });
  const background = createBackground(log);
  const redeemer = redemptions.createRedeemer(deps);
  const readSimSwap = mpesa.createSimSwapReader(deps);
  const actions = approvableActions(deps);
  const requestLog = merchantApi.createRequestLog(deps);
  const callCounts = createCallCounts(deps);
  const merchantApiGuard = merchantApi.createMerchantApiGuard({ ...deps, requestLog, callCounts });

  const { trustProxy, maximumConnections, publicUrl } = config;
  const http = await createHttp({ log, trustProxy, maximumConnections, publicUrl, callCounts });
  await serveDocs(http, { publicUrl });
  serveHealth(http, deps.db, deps.prepared ?? Promise.resolve());
  serveSecurityTxt(http, deps);
  const statusKeeper = serveStatusPage(http, { ...deps, callCounts });
  merchantApiGuard.watch(http);
  const isClosed = () => restores.isClosed(deps.db);
  registerRoutes(
    http,
    [
      ...sessions.routes(deps),
      ...accountSecurity.routes({ ...deps, readSimSwap }),
      ...users.routes(deps),
      ...walletFreeze.routes(deps),
      ...lostContacts.routes(deps),
      ...ownLimits.routes(deps),
      ...blockList.routes(deps),
      ...messages.routes(deps),
      ...templates.routes(deps),
      ...merchants.routes(deps),
      ...merchantApi.routes(deps),
      ...administrators.routes(deps),
      ...settings.routes({
        ...deps,
        readStops: stops.readStops,
        readMpesaSilence: () => systemHealth.readMpesaSilence(deps),
      }),
      ...stops.routes(deps),
      ...feesAndLimits.routes(deps),
      ...support.routes(deps),
      ...payments.routes(deps),
      ...purchases.routes(deps),
      ...withdrawals.routes(deps),
      ...vouchers.routes(deps),
      ...refunds.routes(deps),
      ...wallets.routes(deps),
      ...giftPhotos.routes(deps),
      ...receipts.routes(deps),
      ...holds.routes(deps),
      ...redemptions.routes({ ...deps, redeemer }),
      ...dayCloses.routes(deps),
      ...merchantReports.routes(deps),
      ...merchantVouchers.routes(deps),
      ...fraud.routes(deps),
      ...fraudCases.routes(deps),
      ...personFiles.routes(deps),
      ...webhooks.routes(deps),
      ...webhooks.logRoutes({ ...deps, findVoucherByCode: (code) => vouchers.findIdByCode(deps, code) }),
      ...webhooks.streamRoutes({ ...deps, eventHub, isStillAllowed: merchantApiGuard.isStillAllowed }),
      ...deliveryReports.routes({
        ...deps,
        onReported: async (dedupeKey) => {
          const voucherId = vouchers.giftOfMessage(dedupeKey);
          if (voucherId !== undefined) await vouchers.updateGiftMessages(deps, voucherId);
        },
      }),
      ...ussd.routes({ ...deps, isClosed, background: background.run, readSimSwap }),
      ...callbacks.routes({ ...deps, callCounts, background: background.run }),
      ...settlements.routes(deps),
      ...invoices.routes(deps),
      ...reconciliation.routes(deps),
      ...transactions.routes(deps),
      ...dailyMail.routes(deps),
      ...savedViews.routes(deps),
      ...search.routes(deps),
      ...contacts.routes(deps),
      ...reports.routes(deps),
      ...bookkeeping.routes(deps),
      ...systemHealth.routes(deps),
      ...voucherActions.routes(deps),
      ...reviews.routes(deps),
      ...alerts.routes(deps),
      ...approvals.routes({ ...deps, actions }),
      ...workList.routes({ ...deps, actions }),
      ...adminUsers.routes(deps),
      ...adjustments.routes(deps),
      ...documents.routes(deps),
      ...notes.routes(deps),
      ...timelines.routes(deps),
      ...postingRequests.routes(deps),
      ...audit.routes(deps),
      ...liveUpdates.routes({
        hub,
        isSessionAlive: ({ sessionId }) => sessions.isSessionAlive(deps.db, sessionId),
      }),
    ],
    {
      authenticators: {
        ...sessions.createAuthenticators(deps),
        stepUp: accountSecurity.createStepUp(deps),
        machine: merchantApiGuard.authenticate,
      },
      rateFactor: config.rateFactor,
      callCounts,
      isClosed,
      requireUnblocked: (from) => blockList.requireUnblockedDevice(deps, from),
      takeExportPlace: createExportPlaces(deps),
    },
  );
  await serveWebApp(http, { ...deps, callCounts, isClosed });

  async function close(): Promise<void> {
    http.isLeaving = true;
    statusKeeper.stop();
    // Keep the port open until the proxies in front have noticed the shutdown.
    await pause(config.drainMs);
    hub.close();
    eventHub.close();
    await http.close();
    await redeemer.drain();
    await Promise.all([requestLog.stop(), callCounts.stop()]);
    await background.drain();
    await listener.close();
    await deps.db.destroy();
  }
  return { http, background, close };
}
