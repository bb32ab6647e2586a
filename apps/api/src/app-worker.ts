import { foldDeltas } from './ledger/index.ts';
import { deleteOldCallCounts } from './platform/call-counts/count-rows.ts';
import { adoptClockOffset } from './platform/db/clock-offset.ts';
import { deleteOldTransactionOutcomes, untilReachable } from './platform/db/in-transaction.ts';
import { requireUsableDatabase } from './platform/db/usable-database.ts';
import { createListener, type Listener } from './platform/db/listen.ts';
import { createJobs, type When } from './platform/jobs/create-jobs.ts';
import { recordRun } from './platform/jobs/job-runs.ts';
import { createOutboxWorker } from './platform/outbox/create-outbox-worker.ts';
import { removeOldRows } from './platform/outbox/rows.ts';
import { auditLedger, createAlertPoster, watchForAlerts } from './features/services/alerts/index.ts';
import { deleteOldCalls } from './features/merchants/merchant-api/index.ts';
import { deleteOldFraudRows, watchForFraud } from './features/merchants/fraud/index.ts';
import { pollOrders, type OrderDeps } from './features/mpesa/orders/index.ts';
import { deleteOldQueries } from './features/mpesa/payment-queries/index.ts';
import { deleteOldReports, enterReportAddresses } from './features/services/delivery-reports/index.ts';
import { deleteOldSessions } from './features/money/ussd/index.ts';
import {
  createConfiguredEmailSender,
  createConfiguredPushSender,
  createConfiguredSmsSender,
  createNotificationHandlers,
  deleteUnverifiedContactMessages,
  deleteDeadSubscriptions,
} from './features/services/messages/index.ts';
import {
  checkPayBillPayments,
  deleteMessageBodies,
  pullPayments,
  sendNewPayBillAddress,
  sendPayBillAddresses,
  sweepMessages,
} from './features/money/callbacks/index.ts';
import { approvableActions } from './approvable-actions.ts';
import {
  closeLapsedRequests,
  notifyApprovers,
  notifyRequesters,
} from './features/services/approvals/index.ts';
import { deleteOldPhotos } from './features/money/gift-photos/index.ts';
import { deleteStaleRegistrations, sendDuePrompts } from './features/money/purchases/index.ts';
import { expireHolds } from './features/money/holds/index.ts';
import { createAnnouncer, flushSearchIndex } from './features/money/redemptions/index.ts';
import { deleteUnused } from './features/office/documents/index.ts';
import {
  createRecentRecheck,
  queryFloat,
  queryFloatAgain,
  queryFloatByNeed,
} from './features/office/reconciliation/index.ts';
import { reportSealingRegularly, openRing } from './features/office/keys/index.ts';
import { recordChecks, secondsBetweenChecks } from './features/office/system-checks/index.ts';
import { isClosed } from './features/services/restores/index.ts';
import { giveBackTime } from './features/services/stops/index.ts';
import { sendDailyMails } from './features/office/daily-mail/index.ts';
import { sumUpDays } from './features/office/reports/index.ts';
import { finishLostContacts } from './features/people/lost-contacts/index.ts';
import { deleteExpiredChallenges } from './features/people/passkeys/index.ts';
import { deleteExpired } from './features/people/sessions/index.ts';
import { issueDueInvoices } from './features/merchants/invoices/index.ts';
import { makeDueBatches, payDueBatches } from './features/merchants/settlements/index.ts';
import { deleteExpiredCodes } from './features/people/users/index.ts';
import {
  createVoucherResolver,
  deliverGifts,
  expireVouchers,
  remindOfExpiry,
  updateGiftMessages,
} from './features/money/vouchers/index.ts';
import { createWebhookWorker, removeOldDeliveries } from './features/merchants/webhooks/index.ts';

const WEBHOOKS_AT_ONCE = 32;
const MESSAGES_AT_ONCE = 32;
const CHECKS = 'record-system-checks';

type Job = { name: string; when: When; run: () => Promise<unknown> };

/** Runs all background work: outgoing messages, sweeps, expiries, audits. Any number of workers may run. */
export async function createWorker(
  deps: OrderDeps & { databaseUrl: string },
): Promise<{ close: () => Promise<void> }> {
  const { log, db } = deps;
  await untilReachable(db, log, requireUsableDatabase);
  await adoptClockOffset(deps);
  await openRing(deps);
  const stopReporting = reportSealingRegularly(deps);
  const listener = createListener({ url: deps.databaseUrl, name: 'worker-listener', log });
  const delivery = createDelivery(deps, listener);
  const webhooks = createWebhookWorker(deps, {
    concurrency: WEBHOOKS_AT_ONCE,
    isPaused: () => isClosed(db),
  });
  const jobs = await createJobs({ url: deps.databaseUrl, log });
  const schedule = (job: Job) => jobs.schedule(job.name, job.when, () => runUnlessClosed(deps, job));
  for (const job of listJobs(deps)) if (job.name !== CHECKS) await schedule(job);
  await sendPayBillAddresses(deps);
  await enterReportAddresses(deps);
  // Not earlier: at the first start, a check would find that the pay-bill address is not registered.
  for (const job of listJobs(deps)) if (job.name === CHECKS) await schedule(job);

  return {
    close: async () => {
      stopReporting();
      await jobs.stop();
      await delivery.stop();
      await webhooks.stop();
      await listener.close();
      await db.destroy();
    },
  };
}

/** Delivers messages from the outbox, on notification and regularly. */
export function createDelivery(deps: OrderDeps, listener?: Listener): { stop: () => Promise<void> } {
  const handlers = createDeliveryHandlers(deps);
  const outbox = createOutboxWorker(
    { ...deps, listener },
    { handlers: handlers.messages, concurrency: MESSAGES_AT_ONCE },
  );
  // A separate worker, so that a slow SMS does not delay a merchant's webhooks.
  const announcer = createOutboxWorker(deps, { handlers: handlers.announcements, concurrency: 2 });
  return {
    stop: async () => {
      await announcer.stop();
      await outbox.stop();
      handlers.close();
    },
  };
}

/** Creates the handlers of all topics of the outbox: messages to people, and announcements inside the product. */
export function createDeliveryHandlers(deps: OrderDeps) {
  const emailSender = createConfiguredEmailSender(deps);
  return {
    messages: createNotificationHandlers({
      ...deps,
      sendSms: createConfiguredSmsSender(deps),
      emailSender,
      sendPush: createConfiguredPushSender(deps),
      resolveVoucher: createVoucherResolver(deps),
      onGiftMessage: (voucherId) => updateGiftMessages(deps, voucherId),
    }),
    announcements: { ...createAnnouncer(deps), ...createAlertPoster(deps) },
    close: () => emailSender.close(),
  };
}

/** Jobs that pause while the system is closed after a restore. Their work may already have been done before it. */
const WAIT_WHILE_CLOSED = new Set([
  'send-due-prompts',
  'make-settlements',
  'pay-settlements',
  'deliver-gifts',
  'remind-of-expiry',
  'expire-holds',
  'expire-vouchers',
  'issue-invoices',
  'send-daily-mails',
]);

export async function runUnlessClosed({ db }: Pick<OrderDeps, 'db'>, job: Job): Promise<void> {
  const waits = WAIT_WHILE_CLOSED.has(job.name) && (await isClosed(db));
  await recordRun(db, waits ? { ...job, run: async () => undefined } : job);
}

/** Lists the worker's jobs. Jobs due at the same time run in this order. */
export function listJobs(deps: OrderDeps): Job[] {
  return [
    { name: 'sweep-provider-messages', when: { everySeconds: 5 }, run: () => sweepMessages(deps) },
    { name: 'poll-orders', when: { everySeconds: 5 }, run: () => pollOrders(deps) },
    { name: 'send-due-prompts', when: { everySeconds: 5 }, run: () => sendDuePrompts(deps) },
    { name: 'check-pay-bill-payments', when: { everySeconds: 5 }, run: () => checkPayBillPayments(deps) },
    {
      name: 'send-pay-bill-address',
      when: { everySeconds: 60 },
      run: () => sendNewPayBillAddress(deps),
    },
    { name: 'pull-payments', when: { everySeconds: 900 }, run: () => pullPayments(deps) },
    { name: 'make-settlements', when: { everySeconds: 60 }, run: () => makeDueBatches(deps) },
    { name: 'pay-settlements', when: { everySeconds: 20 }, run: () => payDueBatches(deps) },
    { name: 'fold-ledger', when: { everySeconds: 10 }, run: () => foldDeltas(deps.db) },
    { name: 'flush-search-index', when: { everySeconds: 10 }, run: () => flushSearchIndex(deps.db) },
    { name: 'watch-for-fraud', when: { everySeconds: 10 }, run: () => watchForFraud(deps) },
    {
      name: 'close-lapsed-requests',
      when: { everySeconds: 60 },
      run: () => closeLapsedRequests({ ...deps, actions: approvableActions(deps) }),
    },
    {
      name: 'notify-approvers',
      when: { everySeconds: 10 },
      run: () => notifyApprovers({ ...deps, actions: approvableActions(deps) }),
    },
    { name: 'notify-requesters', when: { everySeconds: 10 }, run: () => notifyRequesters(deps) },
    { name: 'deliver-gifts', when: { everySeconds: 10 }, run: () => deliverGifts(deps) },
    { name: 'remind-of-expiry', when: { cron: '0 9 * * *' }, run: () => remindOfExpiry(deps) },
    { name: 'give-back-time', when: { everySeconds: 60 }, run: () => giveBackTime(deps) },
    { name: 'expire-holds', when: { everySeconds: 10 }, run: () => expireHolds(deps) },
    { name: 'expire-vouchers', when: { cron: '5 0 * * *' }, run: () => expireVouchers(deps) },
    { name: 'delete-old-call-counts', when: { everySeconds: 60 }, run: () => deleteOldCallCounts(deps.db) },
    {
      name: 'delete-stale-registrations',
      when: { cron: '20 * * * *' },
      run: () => deleteStaleRegistrations(deps.db),
    },
    { name: 'delete-expired-sessions', when: { cron: '40 3 * * *' }, run: () => deleteExpired(deps) },
    {
      name: 'delete-unverified-contact-messages',
      when: { cron: '44 3 * * *' },
      run: () => deleteUnverifiedContactMessages(deps.db),
    },
    { name: 'delete-expired-codes', when: { cron: '45 3 * * *' }, run: () => deleteExpiredCodes(deps) },
    {
      name: 'delete-expired-challenges',
      when: { cron: '46 3 * * *' },
      run: () => deleteExpiredChallenges(deps.db),
    },
    {
      name: 'delete-dead-push-subscriptions',
      when: { cron: '47 3 * * *' },
      run: () => deleteDeadSubscriptions(deps.db),
    },
    {
      name: 'delete-provider-message-bodies',
      when: { cron: '48 3 * * *' },
      run: () => Promise.all([deleteMessageBodies(deps.db), deleteOldQueries(deps.db)]),
    },
    { name: 'remove-old-outbox-rows', when: { cron: '50 3 * * *' }, run: () => removeOldRows(deps.db) },
    { name: 'delete-old-reports', when: { cron: '52 3 * * *' }, run: () => deleteOldReports(deps.db) },
    { name: 'delete-old-ussd-sessions', when: { cron: '53 3 * * *' }, run: () => deleteOldSessions(deps.db) },
    { name: 'remove-old-webhooks', when: { cron: '55 3 * * *' }, run: () => removeOldDeliveries(deps.db) },
    { name: 'delete-old-api-requests', when: { cron: '57 3 * * *' }, run: () => deleteOldCalls(deps) },
    { name: 'delete-old-photos', when: { cron: '4 4 * * *' }, run: () => deleteOldPhotos(deps.db) },
    { name: 'delete-unused-documents', when: { cron: '6 4 * * *' }, run: () => deleteUnused(deps.db) },
    { name: 'delete-old-fraud-rows', when: { cron: '59 3 * * *' }, run: () => deleteOldFraudRows(deps.db) },
    {
      name: 'delete-old-transaction-outcomes',
      when: { cron: '58 3 * * *' },
      run: () => deleteOldTransactionOutcomes(deps.db),
    },
    { name: 'check-float', when: { cron: '30 5 * * *' }, run: () => queryFloat(deps) },
    { name: 'check-float-again', when: { everySeconds: 60 }, run: () => queryFloatAgain(deps) },
    { name: 'check-float-by-need', when: { everySeconds: 60 }, run: () => queryFloatByNeed(deps) },
    { name: 'recheck-reconciliation', when: { everySeconds: 60 }, run: createRecentRecheck(deps) },
    { name: 'finish-lost-contacts', when: { everySeconds: 60 }, run: () => finishLostContacts(deps) },
    { name: CHECKS, when: { everySeconds: secondsBetweenChecks(deps) }, run: () => recordChecks(deps) },
    { name: 'watch-for-alerts', when: { everySeconds: 30 }, run: () => watchForAlerts(deps) },
    { name: 'sum-up-days', when: { everySeconds: 600 }, run: () => sumUpDays(deps) },
    {
      name: 'send-daily-mails',
      when: { everySeconds: 60 },
      run: () => sendDailyMails({ ...deps, actions: approvableActions(deps) }),
    },
    { name: 'issue-invoices', when: { cron: '10 2 * * *' }, run: () => issueDueInvoices(deps) },
    { name: 'audit-ledger', when: { cron: '0 4 * * *' }, run: () => auditLedger(deps) },
  ];
}
