import { randomUUID } from 'node:crypto';
import { makeGift } from './gifts.ts';
import { askToPost } from './posting-calls.ts';
import * as contract from '@zawadi/contract';
import { addressOf } from '@zawadi/contract';
import { watchForFraud } from '../features/merchants/fraud/index.ts';
import { nairobiDay } from '../platform/nairobi-time.ts';
import { CASE_REPORT, type CsvFile } from './csv-files.ts';
import { switchFeatures } from './feature-switches.ts';
import { issue } from './merchant-api-calls.ts';
import { payForGift } from './refund-calls.ts';
import { downloadStatement, upload } from './reconciliation-calls.ts';
import { issueSampleInvoice } from './sample-invoice.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  settleNow,
  untilPaid,
  type Administrator,
} from './settlement-calls.ts';
import type { TestSystem } from './test-system.ts';
import { redeem } from './tills.ts';
import { beginUssd } from './ussd-calls.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from './withdrawal-calls.ts';
import { moveTransfers } from './move-transfers.ts';

const BANK = { kind: 'bank', bankName: 'Equity Bank', accountNumber: '01702991234567' } as const;

export type FilledSystem = TestSystem & { download: (file: CsvFile) => Promise<string> };

/**
 * Creates a system in which no CSV file is empty: payments, claims, withdrawals, settlements, invoices and
 * comparisons, both two days ago and today.
 */
export async function createFilledSystem(): Promise<FilledSystem> {
  const system = await createSettlingSystem({
    SETTLEMENT_AUTOMATIC_UP_TO: '0',
    SETTLEMENT_BANK_ROUTE: 'file',
  });
  const [administrator, other] = [
    await newAdministrator(system, 'administrator'),
    await newAdministrator(system, 'administrator'),
  ];
  const shop = await newPayee(system, { kind: 'till', tillNumber: '123456' });
  await system.owner.query(`update merchants set business_name = 'Duka la Faili' where id = $1`, [
    shop.merchantId,
  ]);
  const gift = await payForGift(system, 1_000);
  await redeem(system, shop, gift.code, { amount: 201 });
  await closeOneDay(system, shop);
  const { bearer } = gift.recipient;
  await system.call(contract.claimVoucher, { body: { claimToken: gift.claimToken } }, { bearer });
  const withdrawal = await registerAndStartWithdrawal(system, gift.recipient, 500);
  await untilWithdrawal(system, gift.recipient, withdrawal, 'COMPLETED');
  await switchFeatures(system, true, 'ussd');
  await (await beginUssd(system, gift.recipient.phoneNumber)).end({ status: 'Incomplete' });
  await earn(system, shop, 1_250);
  await issue(system, shop, { amount: 130, reference: 'order 7' });
  const [batch] = await settleNow(system, administrator, shop);
  if (!batch) throw new Error('no batch was made');
  await system.call(contract.approveSettlement, { body: { batchId: batch.batchId } }, other);
  await untilPaid(system, shop, batch);
  await closeForGood(system, shop.merchantId);
  await watchForFraud(system.deps);
  await reportShop(system, administrator, shop.merchantCode);
  await moveTransfers(system.owner, '-2 days');
  const banked = await newPayee(system, BANK);
  await earn(system, banked, 640);
  const [order] = await settleNow(system, administrator, banked);
  await system.call(contract.approveSettlement, { body: { batchId: order?.batchId ?? '' } }, other);
  await system.call(contract.makeBankFile, {}, administrator);
  await earn(system, banked, 75);
  await issueSampleInvoice(system, shop.merchantId);
  await askToPost(system, administrator, { template: 'bank-float-in', amountCents: 12_345 });
  const text = await downloadStatement(system, 'collection');
  await upload(system, administrator, { account: 'collection', text });
  const bearers = { admin: administrator.bearer, merchant: shop.bearer, consumer: bearer };
  return {
    ...system,
    download: async ({ endpoint, params, query, body, by }) => {
      const ids = { batchId: batch.batchId, userId: gift.recipient.user.id };
      const answer = await system.http.inject({
        method: endpoint.method,
        url: addressOf(endpoint, { params: { ...ids, ...params }, query }),
        ...(body && { payload: body }),
        headers: { authorization: `Bearer ${bearers[by]}` },
      });
      if (answer.statusCode !== 200) throw new Error(`${endpoint.path} was refused: ${answer.body}`);
      return answer.body;
    },
  };
}

/** Redeems a part of a voucher at the shop's till page, and closes the owner's day with a difference. */
async function closeOneDay(system: TestSystem, owner: { bearer: string }): Promise<void> {
  const { code } = await makeGift(system, { amount: 100 });
  const sale = { code, amount: 60, attemptId: randomUUID() };
  const { redemptionId } = await system.api.call(contract.redeemAtTill, { body: sale }, owner);
  const bill = { redemptionId, total: 100, paidBy: 'cash' } as const;
  await system.api.call(contract.noteBill, { body: bill }, owner);
  const [open] = (await system.api.call(contract.openDays, {}, owner)).open;
  if (!open) throw new Error('nothing is open');
  const { placeId, redemptions, reversals, net, cash } = open;
  const seen = { redemptions, reversals, net, cash };
  const body = { placeId, attemptId: randomUUID(), counted: 35, note: 'Five are missing', seen };
  await system.api.call(contract.closeDay, { body }, owner);
}

async function reportShop(system: TestSystem, by: Administrator, merchantCode: string): Promise<void> {
  const { caseId, reportId } = CASE_REPORT;
  const opened = { caseId, about: { kind: 'merchant', merchantCode }, text: 'Many sales at night' } as const;
  await system.call(contract.openFraudCase, { body: opened }, by);
  const today = nairobiDay(new Date());
  const body = { reportId, from: today, to: today, grounds: 'The shop is closed at night' };
  await system.call(contract.prepareFraudCaseReport, { params: { caseId }, body }, by);
}

/** Closes a shop on all days of the week, so that every redemption is outside its opening hours. */
async function closeForGood({ owner }: TestSystem, merchantId: string): Promise<void> {
  const closed = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, kind: 'closed' }));
  await owner.query('update merchant_places set opening_hours = $2 where id = $1', [
    merchantId,
    JSON.stringify(closed),
  ]);
}
