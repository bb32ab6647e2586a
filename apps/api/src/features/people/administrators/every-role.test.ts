import { addressOf, type Endpoint, type AdministratorRole } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyRow } from '../../../testing/every-row.ts';
import { endpoints } from '../../../testing/raw-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

type ForAdministrators = Extract<Endpoint, { roles: readonly unknown[] }>;

const ENDPOINTS = endpoints.filter(isForAdministrators);
const ROLES: AdministratorRole[] = ['administrator', 'finance', 'support', 'read-only'];

const EVERYBODY = [
  'DELETE /api/admin/v1/saved-views/:viewId',
  'POST /api/admin/v1/contacts/show',
  'POST /api/admin/v1/search',
  'POST /api/admin/v1/ussd/sessions',
  'POST /api/admin/v1/templates/:channel/:template/:language/preview',
  'POST /api/merchants/v1/all',
  'POST /api/merchants/v1/merchant-details',
  'PUT /api/admin/v1/daily-mail',
  'PUT /api/admin/v1/saved-views/:viewId',
];

/** API calls that change data, by role, except those open to every role. Decide deliberately before you add a call. */
const ACTIONS: Record<Exclude<AdministratorRole, 'administrator'>, string[]> = {
  finance: [
    'POST /api/admin/v1/block-list',
    'POST /api/admin/v1/block-list/:entryId/remove',
    'POST /api/admin/v1/fraud-cases',
    'POST /api/admin/v1/fraud-cases/:caseId/assign',
    'POST /api/admin/v1/fraud-cases/:caseId/close',
    'POST /api/admin/v1/fraud-cases/:caseId/notes',
    'POST /api/admin/v1/fraud-cases/:caseId/reopen',
    'POST /api/admin/v1/fraud-alerts/:alertId/assign',
    'POST /api/admin/v1/fraud-desk-selection/assign',
    'POST /api/admin/v1/fraud-desk-selection/close',
    'POST /api/admin/v1/fraud-alerts/:alertId/close',
    'POST /api/admin/v1/fraud-alerts/:alertId/notes',
    'POST /api/admin/v1/fraud-alerts/:alertId/reopen',
    'POST /api/admin/v1/adjustments',
    'POST /api/admin/v1/alerts/acknowledge',
    'POST /api/admin/v1/approvals/approve',
    'POST /api/admin/v1/approvals/preview',
    'POST /api/admin/v1/approvals/reject',
    'POST /api/admin/v1/invoices/:number/etims',
    'POST /api/admin/v1/invoices/issue',
    'POST /api/admin/v1/reconciliation/book',
    'POST /api/admin/v1/reconciliation/book-charges',
    'POST /api/admin/v1/reconciliation/explain',
    'POST /api/admin/v1/reconciliation/float-checks',
    'POST /api/admin/v1/reconciliation/pull',
    'POST /api/admin/v1/reconciliation/query',
    'POST /api/admin/v1/reconciliation/recheck',
    'POST /api/admin/v1/reconciliation/statements/:account',
    'POST /api/admin/v1/reviews/resolve',
    'POST /api/admin/v1/voucher-actions/held-money',
    'POST /api/admin/v1/settlements/approve',
    'POST /api/admin/v1/settlements/bank-files',
    'POST /api/admin/v1/settlements/bank-files/confirm',
    'POST /api/admin/v1/settlements/bank-files/mark',
    'POST /api/admin/v1/settlements/cancel',
    'POST /api/admin/v1/settlements/check',
    'POST /api/admin/v1/settlements/confirm',
    'POST /api/admin/v1/settlements/mark',
    'POST /api/admin/v1/settlements/run',
    'POST /api/admin/v1/stops',
    'POST /api/admin/v1/stops/:stopId/start-again',
    'POST /api/admin/v1/transactions/query',
    'POST /api/admin/v1/transactions/query-open',
    'POST /api/admin/v1/transactions/receipts/query',
    'POST /api/admin/v1/posting-requests',
    'POST /api/admin/v1/posting-requests/:postingId/outcome',
    'PUT /api/admin/v1/documents/:documentId',
    'POST /api/admin/v1/notes/:subjectKind/:subjectId',
    'POST /api/admin/v1/support-requests/:id/answered',
    'POST /api/admin/v1/support-requests/:id/assign',
    'POST /api/admin/v1/support-requests/:id/hand-over',
    'POST /api/admin/v1/voucher-actions/reversed-payment',
    'POST /api/admin/v1/voucher-actions/extend',
    'POST /api/admin/v1/voucher-actions/freeze',
    'POST /api/admin/v1/voucher-actions/refund',
    'POST /api/admin/v1/voucher-actions/release-hold',
    'POST /api/admin/v1/voucher-actions/resend',
    'POST /api/admin/v1/voucher-actions/unfreeze',
    'POST /api/admin/v1/voucher-actions/void',
    'POST /api/admin/v1/withdrawals/mark',
  ],
  support: [
    'POST /api/admin/v1/block-list',
    'POST /api/admin/v1/block-list/:entryId/remove',
    'POST /api/admin/v1/fraud-cases',
    'POST /api/admin/v1/fraud-cases/:caseId/assign',
    'POST /api/admin/v1/fraud-cases/:caseId/close',
    'POST /api/admin/v1/fraud-cases/:caseId/notes',
    'POST /api/admin/v1/fraud-cases/:caseId/reopen',
    'POST /api/admin/v1/fraud-alerts/:alertId/assign',
    'POST /api/admin/v1/fraud-desk-selection/assign',
    'POST /api/admin/v1/fraud-desk-selection/close',
    'POST /api/admin/v1/lost-contacts/:userId',
    'POST /api/admin/v1/ussd-pins/:userId',
    'POST /api/admin/v1/users/:userId/freeze-wallet',
    'POST /api/admin/v1/fraud-alerts/:alertId/close',
    'POST /api/admin/v1/fraud-alerts/:alertId/notes',
    'POST /api/admin/v1/fraud-alerts/:alertId/reopen',
    'POST /api/admin/v1/alerts/acknowledge',
    'POST /api/admin/v1/gift-photos/decide',
    'POST /api/admin/v1/gift-photos/show',
    'POST /api/admin/v1/settlements/check',
    'PUT /api/admin/v1/documents/:documentId',
    'POST /api/admin/v1/notes/:subjectKind/:subjectId',
    'POST /api/admin/v1/support-requests/:id/answered',
    'POST /api/admin/v1/support-requests/:id/assign',
    'POST /api/admin/v1/support-requests/:id/hand-over',
    'POST /api/admin/v1/transactions/query',
    'POST /api/admin/v1/transactions/query-open',
    'POST /api/admin/v1/transactions/receipts/query',
    'POST /api/admin/v1/approvals/preview',
    'POST /api/admin/v1/approvals/reject',
    'POST /api/admin/v1/users/:userId/freeze',
    'POST /api/admin/v1/voucher-actions/extend',
    'POST /api/admin/v1/voucher-actions/refund',
    'POST /api/admin/v1/voucher-actions/void',
    'POST /api/admin/v1/users/:userId/resend-verification',
    'POST /api/admin/v1/users/:userId/sign-out-everywhere',
    'POST /api/admin/v1/users/:userId/unlock',
    'POST /api/admin/v1/voucher-actions/freeze',
    'POST /api/admin/v1/voucher-actions/release-hold',
    'POST /api/admin/v1/voucher-actions/resend',
    'POST /api/admin/v1/voucher-actions/unfreeze',
  ],
  'read-only': [],
};

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

function isForAdministrators(one: Endpoint): one is ForAdministrators {
  return one.audience === 'admin' || one.audience === 'merchant-or-admin';
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function mayCall(endpoint: ForAdministrators, role: AdministratorRole): boolean {
  return endpoint.roles.some((one) => one === role);
}

/**
 * Calls the endpoint with a bad request. Authorisation runs before validation, so the refusal shows whether the role
 * may call.
 */
async function knock(endpoint: Endpoint, { bearer }: Administrator): Promise<string> {
  const answer = await system.http.inject({
    method: endpoint.method,
    url: addressOf(endpoint, {}),
    headers: { authorization: `Bearer ${bearer}` },
  });
  return `${answer.statusCode} ${String(Object(answer.json()).code)}`;
}

test('each administrator role may make only its listed API calls', async () => {
  await everyRow(
    Object.entries(ACTIONS),
    ([role]) => role,
    ([role, actions]) => {
      const may = ENDPOINTS.filter(({ method }) => method !== 'GET')
        .filter((endpoint) => ROLES.some((one) => one === role && mayCall(endpoint, one)))
        .map(nameOf);
      expect(may.toSorted()).toEqual([...EVERYBODY, ...actions].toSorted());
    },
  );
});

test('an administrator with a temporary password may only read the own account and set a password', async () => {
  const administrator = await newAdministrator(system, 'administrator');
  await system.owner.query('update administrators set must_change_password = true where name = $1', [
    administrator.name,
  ]);
  const letIn: string[] = [];
  for (const endpoint of [...ENDPOINTS, ...endpoints.filter(({ audience }) => audience === 'signed-in')]) {
    const answer = await knock(endpoint, administrator);
    if (answer !== '409 must_change_password') letIn.push(nameOf(endpoint));
  }
  expect(letIn.toSorted()).toEqual([
    'GET /api/admin/v1/administrators/me',
    'POST /api/account-security/v1/password/change',
  ]);
});
