import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { formatMsisdn, type Endpoint } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { expect } from 'vitest';
import { raiseReview } from '../features/services/reviews/index.ts';
import { inTransaction } from '../platform/db/in-transaction.ts';
import { raiseAlert } from './fraud-alerts.ts';
import { createObjectWorld } from './object-world.ts';
import { askToPost } from './posting-calls.ts';
import { answerPrompt, registerAndStart, untilStatus } from './purchase-calls.ts';
import { compareToday } from './reconciliation-calls.ts';
import { payForGift } from './refund-calls.ts';
import { newAdministrator, type Administrator } from './settlement-calls.ts';
import type { TestSystem } from './test-system.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from './withdrawal-calls.ts';

/** Creates records of every kind that names a consumer, and requests that wait for a second administrator. */
export async function fillWithConsumers(system: TestSystem): Promise<void> {
  const { shop } = await createObjectWorld(system);
  const administrator = await newAdministrator(system, 'administrator');
  const gift = await payForGift(system, 1_000);
  const { bearer } = gift.recipient;
  await system.sandbox.setBalance(gift.buyer.phoneNumber, 150);
  const prompted = await registerAndStart(system, gift.buyer, { amount: 150 });
  await answerPrompt(system, gift.buyer.phoneNumber, prompted);
  await untilStatus(system, gift.buyer, prompted, 'COMPLETED');
  await system.call(contract.claimVoucher, { body: { claimToken: gift.claimToken } }, { bearer });
  const withdrawal = await registerAndStartWithdrawal(system, gift.recipient, 500);
  await untilWithdrawal(system, gift.recipient, withdrawal, 'COMPLETED');
  const posting = {
    template: 'goodwill-consumer',
    amountCents: 100,
    userId: gift.recipient.user.id,
  } as const;
  await askToPost(system, administrator, posting);
  const other = await payForGift(system, 300);
  const newRecipient = newPerson('Kip', 'Rotich');
  const recipient = { fullName: 'Kip Rotich', phone: newRecipient.phoneNumber, email: newRecipient.email };
  await expectOk(system, contract.voidVoucher, administrator, {
    voucherId: other.voucherId,
    valueGoesTo: 'replacement',
    recipient,
    reason: 'The buyer typed a wrong number',
  });
  const refunded = await payForGift(system, 200);
  await expectOk(system, contract.refundVoucher, administrator, {
    voucherId: refunded.voucherId,
    reason: 'The buyer called',
  });
  const corrected = await payForGift(system, 250);
  const { phoneNumber: recipientMsisdn, email: recipientEmail } = newPerson('Musa', 'Otieno');
  await expectOk(system, contract.correctRecipient, corrected.buyer, {
    voucherId: corrected.voucherId,
    fullName: 'Musa Otieno',
    recipientMsisdn,
    recipientEmail,
  });
  // A payer who types an own phone number as the account number is found on M-PESA's statement only.
  const { phoneNumber: stray } = newPerson('Wanjiru', 'Njoroge');
  await system.provider.payBill({ msisdn: stray, amount: 150, reference: stray });
  for (const account of ['collection', 'utility'] as const)
    await compareToday(system, administrator, account);
  // People write numbers and addresses in letters and notes.
  const words = `Call ${formatMsisdn(gift.recipient.phoneNumber)}, or write to ${gift.recipient.email}.`;
  const body = { subject: `The gift of ${gift.recipient.phoneNumber}`, message: words };
  const { supportRequestId: id } = (await system.call(contract.writeAsConsumer, { body }, { bearer })).answer;
  await system.call(contract.markSupportAnswered, { params: { id }, body: { answer: words } }, administrator);
  await system.call(
    contract.writeNote,
    {
      params: { subjectKind: 'user', subjectId: gift.recipient.user.id },
      body: { noteId: randomUUID(), text: words },
    },
    administrator,
  );
  await writeAboutFraud(system, administrator, gift.recipient.user.id, words);
  await inTransaction(system.deps.db, (tx) =>
    raiseReview(tx, {
      kind: 'money_without_purchase',
      subjectId: randomUUID(),
      details: {
        billReference: formatMsisdn(gift.recipient.phoneNumber),
        received: 150,
        receipt: 'UKS1AB2CD3',
      },
    }),
  );
  await system.owner.query(
    `update users set pending_email = 'pending.' || email, pending_phone_msisdn = '254799' || right(phone_msisdn, 6)
     where id = $1`,
    [gift.recipient.user.id],
  );
  expect(shop.merchantId).not.toBe('');
}

/** Writes contacts into the notes of an alert and of a case, and into the grounds of a report. */
async function writeAboutFraud(
  system: TestSystem,
  by: Administrator,
  userId: string,
  words: string,
): Promise<void> {
  const params = { alertId: await raiseAlert(system, { userId }) };
  const noteId = randomUUID();
  await system.call(contract.noteFraudAlert, { params, body: { noteId, text: words } }, by);
  const caseId = randomUUID();
  const opened = { caseId, about: { kind: 'user', userId }, text: words } as const;
  await system.call(contract.openFraudCase, { body: opened }, by);
  const body = { reportId: randomUUID(), from: '2026-11-01', to: '2026-11-20', grounds: words };
  await system.call(contract.prepareFraudCaseReport, { params: { caseId }, body }, by);
}

async function expectOk(
  system: TestSystem,
  endpoint: Endpoint,
  by: { bearer: string },
  body: object,
): Promise<void> {
  const { outcome } = await system.call(endpoint, { body }, { bearer: by.bearer });
  if (outcome !== 'ok') throw new Error(`${endpoint.path} was refused: ${outcome}`);
}
