import * as contract from '@zawadi/contract';
import { needsStepUp, type Endpoint } from '@zawadi/contract';
import { expect, afterAll, beforeAll, test } from 'vitest';
import { bodiesOf } from '../testing/examples.ts';
import { ageProof } from '../testing/age-sessions.ts';
import { authorizationFor, newCallers, type Callers } from '../testing/callers.ts';
import { everyRow } from '../testing/every-row.ts';
import { countTraces, endpoints, nameOf, pathOf, refusalIn, sendRaw } from '../testing/raw-calls.ts';
import { createTestSystem, type TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let callers: Callers;
beforeAll(async () => {
  system = await createTestSystem();
  callers = await newCallers(system);
  for (const { bearer } of [callers.administrator, callers.shop.owner]) await ageProof(system, bearer, 11);
});
afterAll(() => system.close());

/** Endpoints of administrators and merchants that change something without step-up, with the reason. */
const WITHOUT_STEP_UP = new Map<Endpoint, string>(
  Object.entries({
    'reads only': [
      contract.listMerchants,
      contract.merchantDetails,
      contract.previewAction,
      contract.previewFraudRules,
      contract.previewTemplate,
      contract.searchEverything,
      contract.lookUpVoucher,
    ],
    'reads only, and is on record': [
      contract.showContacts,
      contract.listUssdSessions,
      contract.showReportedPhoto,
    ],
    'queries M-PESA, whose answer decides': [
      contract.checkFloat,
      contract.checkSettlement,
      contract.pullStatement,
      contract.queryReconciliationItem,
      contract.queryOpenTransactions,
      contract.queryReceipt,
      contract.queryTransaction,
      contract.recheckReconciliation,
    ],
    'has no effect until it is used in a posting, which needs a step-up, or in a note': [
      contract.uploadStatement,
      contract.uploadDocument,
    ],
    'resends a message to its original recipient': [
      contract.adminResendVerification,
      contract.adminResendVoucher,
      contract.resendMerchantVoucher,
      contract.sendWebhookAgain,
    ],
    'records the person and findings of a case': [
      contract.acknowledgeAlert,
      contract.acknowledgeFraudAlert,
      contract.assignFraudAlert,
      contract.assignFraudAlerts,
      contract.closeFraudAlert,
      contract.closeFraudAlerts,
      contract.markSupportAnswered,
      contract.assignSupportRequest,
      contract.handOverSupportRequest,
      contract.writeNote,
      contract.noteFraudAlert,
      contract.reopenFraudAlert,
      contract.openFraudCase,
      contract.assignFraudCase,
      contract.noteFraudCase,
      contract.closeFraudCase,
      contract.reopenFraudCase,
      contract.decideReportedPhoto,
    ],
    'documents the ledger': [contract.enterEtimsNumber, contract.issueInvoices],
    'the daily work of a shop, within the shop’s own money': [
      contract.captureHoldAtPortal,
      contract.closeDay,
      contract.confirmDayClose,
      contract.makeMerchantVoucher,
      contract.noteBill,
      contract.redeemAtTill,
      contract.releaseHoldAtPortal,
      contract.reverseAtTill,
      contract.voidMerchantVoucher,
    ],
    'a shop’s public profile, and the schedule of pay-outs to its existing channel': [
      contract.changeBuyerDetails,
      contract.deleteLogo,
      contract.putLogo,
      contract.updateBranding,
      contract.addPlace,
      contract.closePlace,
      contract.updatePlace,
      contract.updateMerchantProfile,
      contract.updateOpeningHours,
      contract.updateSettlementSchedule,
    ],
    'tests the settings without anything of value': [
      contract.makeTestVoucher,
      contract.testTemplate,
      contract.testWebhook,
      contract.testWebhookAddress,
    ],
    'asks for password and second factor itself, every time': [
      contract.changeContactEmail,
      contract.generateContactEmailOtp,
    ],
    'writes to support': [contract.writeToSupport],
    'own settings, without access or money': [
      contract.changeDailyMail,
      contract.saveView,
      contract.deleteSavedView,
    ],
  }).flatMap(([reason, calls]) => calls.map((one) => [one, reason] as const)),
);

/**
 * Excludes `signed-in` endpoints, which concern one's own account: each requires the password itself, or removes a
 * way to sign in.
 */
const ofPortals = endpoints.filter(
  ({ audience, method }) => method !== 'GET' && ['admin', 'merchant', 'merchant-or-admin'].includes(audience),
);

test('every changing endpoint of administrators and merchants has a step-up, or a reason against it', () => {
  const undecided = ofPortals.filter((one) => needsStepUp(one) === WITHOUT_STEP_UP.has(one));
  expect(undecided.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect([...WITHOUT_STEP_UP.keys()].filter((one) => !ofPortals.includes(one))).toEqual([]);
});

test('of all other endpoints, only a payment from the consumer’s wallet has a step-up', () => {
  expect(endpoints.filter((one) => needsStepUp(one) && !ofPortals.includes(one))).toEqual([
    contract.payFromWallet,
  ]);
});

test('A54 every such endpoint requires a step-up eleven minutes after the sign-in, and does nothing without it', async () => {
  await everyRow(ofPortals.filter(needsStepUp), nameOf, async (endpoint) => {
    const { method, path } = endpoint;
    const before = await countTraces(system);
    const [body] = endpoint.body ? bodiesOf(endpoint) : [];
    const reply = await sendRaw(system, {
      method,
      path: pathOf(endpoint),
      headers: { authorization: authorizationFor(endpoint, callers) },
      // The endpoint for the pay-out channel has a password field, which would count as the step-up.
      ...(body && { payload: JSON.stringify({ ...body, ...('password' in body && { password: 'wrong' }) }) }),
    });
    expect(refusalIn(path, reply)).toBe(
      'password' in Object(body) ? '409 password_wrong' : '409 step_up_required',
    );
    expect(await countTraces(system)).toEqual(before);
  });
});
