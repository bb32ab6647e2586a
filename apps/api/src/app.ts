import type { FastifyInstance } from 'fastify';
import { createBackground, type Background } from './platform/background.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { BadConfiguration } from './platform/environment.ts';
import { deriveKeys } from './platform/crypto/keys.ts';
import { openDatabase } from './platform/db/database.ts';
import { createListener } from './platform/db/listen.ts';
import { createHttp } from './platform/http/create-http.ts';
import { registerRoutes } from './platform/http/register-routes.ts';
import { serveDocs } from './platform/http/serve-docs.ts';
import { serveHealth } from './platform/http/serve-health.ts';
import { serveSecurityTxt } from './platform/http/serve-security-txt.ts';
import { serveWeb } from './platform/http/serve-web.ts';
import { createLog } from './platform/log.ts';
import * as approvals from './features/approvals/index.ts';
import * as adjustments from './features/adjustments/index.ts';
import * as adminUsers from './features/admin-users/index.ts';
import * as audit from './features/audit/index.ts';
import * as books from './features/postings/index.ts';
import * as charges from './features/charges/index.ts';
import * as dashboards from './features/dashboards/index.ts';
import * as fraudAlerts from './features/fraud-alerts/index.ts';
import * as interventions from './features/voucher-actions/index.ts';
import * as live from './features/live-updates/index.ts';
import * as merchantApi from './features/merchant-api/index.ts';
import * as merchantDashboards from './features/merchant-dashboards/index.ts';
import * as merchants from './features/merchants/index.ts';
import * as movements from './features/movements/index.ts';
import * as mpesa from './features/mpesa/index.ts';
import type { PaymentDeps } from './features/mpesa/index.ts';
import * as notifications from './features/notifications/index.ts';
import * as providerResults from './features/provider-results/index.ts';
import * as purchases from './features/purchases/index.ts';
import * as receipts from './features/receipts/index.ts';
import * as reconciliation from './features/reconciliation/index.ts';
import * as redemptions from './features/redemptions/index.ts';
import * as reports from './features/reports/index.ts';
import * as reviews from './features/reviews/index.ts';
import * as sessions from './features/sessions/index.ts';
import * as settings from './features/settings/index.ts';
import * as settlements from './features/settlements/index.ts';
import * as staff from './features/staff/index.ts';
import * as support from './features/support/index.ts';
import * as systemHealth from './features/system-health/index.ts';
import * as transactions from './features/transactions/index.ts';
import * as users from './features/users/index.ts';
import * as vouchers from './features/vouchers/index.ts';
import * as wallets from './features/wallets/index.ts';
import * as webhooks from './features/webhooks/index.ts';
import * as withdrawals from './features/withdrawals/index.ts';

/** The rates of the contract are for the open internet; tests sign up dozens of people from one address. */
const SANDBOX_RATE_FACTOR = 1_000;

/**
 * Everything a process of ours works with.
 * @throws BadConfiguration when the database's address is missing
 */
export function createDeps(config: Config, name: string): PaymentDeps {
  if (config.database.url === undefined) {
    throw new BadConfiguration([
      'DATABASE_URL is missing; `npm start` sets it when it brings its own database.',
    ]);
  }
  const base = {
    config,
    clock: systemClock,
    keys: deriveKeys(config.secret),
    log: createLog({ level: config.logLevel, name }),
    db: openDatabase(config.database.url, { connections: config.database.connections, name }),
  };
  return { ...base, ...mpesa.createConfiguredClient(base) };
}

export type Api = { http: FastifyInstance; background: Background; close: () => Promise<void> };

/** The HTTP API with every feature's routes, and the web app in front of it. */
export async function createApi(deps: PaymentDeps & { databaseUrl: string }): Promise<Api> {
  const { config, log } = deps;
  const listener = createListener({ url: deps.databaseUrl, name: 'api-listener', log });
  const hub = live.createLiveHub({ listener, log });
  const background = createBackground(log);
  const redeemer = redemptions.createRedeemer(deps);
  const requestLog = merchantApi.createRequestLog(deps);
  const authenticate = merchants.createMachineAuthenticator(deps);
  const machineGate = merchantApi.createMachineGate({ ...deps, authenticate, requestLog });

  const { trustProxy, maximumConnections } = config;
  const http = await createHttp({ log, trustProxy, maximumConnections });
  await serveDocs(http, { publicUrl: config.publicUrl });
  serveHealth(http, deps.db);
  serveSecurityTxt(http, deps);
  machineGate.watch(http);
  registerRoutes(
    http,
    [
      ...sessions.routes(deps),
      ...users.routes(deps),
      ...notifications.routes(deps),
      ...merchants.routes(deps),
      ...merchantApi.routes(deps),
      ...staff.routes(deps),
      ...settings.routes(deps),
      ...charges.routes(deps),
      ...support.routes(deps),
      ...dashboards.routes(deps),
      ...transactions.routes(deps),
      ...purchases.routes(deps),
      ...withdrawals.routes(deps),
      ...vouchers.routes(deps),
      ...wallets.routes(deps),
      ...receipts.routes(deps),
      ...redemptions.routes({ ...deps, redeemer }),
      ...merchantDashboards.routes(deps),
      ...fraudAlerts.routes(deps),
      ...webhooks.routes(deps),
      ...providerResults.routes({ ...deps, background: background.run }),
      ...settlements.routes(deps),
      ...books.routes(deps),
      ...reconciliation.routes(deps),
      ...movements.routes(deps),
      ...reports.routes(deps),
      ...systemHealth.routes(deps),
      ...interventions.routes(deps),
      ...reviews.routes(deps),
      ...approvals.routes({
        ...deps,
        actions: [
          ...interventions.actions(deps),
          ...reconciliation.actions,
          ...adjustments.actions(deps),
          ...charges.actions(deps),
          ...staff.actions(deps),
          ...merchants.actions(deps),
        ],
      }),
      ...adminUsers.routes(deps),
      ...adjustments.routes(deps),
      ...audit.routes(deps),
      ...live.routes({ hub, isSessionAlive: ({ sessionId }) => sessions.isSessionAlive(deps.db, sessionId) }),
    ],
    {
      authenticators: {
        ...sessions.createAuthenticators(deps),
        machine: machineGate.authenticate,
      },
      rateFactor: config.provider === 'sandbox' ? SANDBOX_RATE_FACTOR : 1,
    },
  );
  await serveWeb(http);

  async function close(): Promise<void> {
    hub.close();
    await http.close();
    await redeemer.drain();
    await requestLog.stop();
    await background.drain();
    await listener.close();
    await deps.db.destroy();
  }
  return { http, background, close };
}
