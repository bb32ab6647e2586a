import {
  approveSettlement,
  bookReconciliationCharges,
  confirmBankFile,
  makeBankFile,
  markBankFile,
  readBankFile,
  readReconciliationRun,
  readStatementProofs,
  type ReconciliationRun,
  type StatementAccount,
  type StatementProof,
} from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { dashedPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { eventually } from '@zawadi/story/sandbox-control';
import { checkPayBillPayments } from '../features/money/callbacks/index.ts';
import { registerPurchase } from '../features/money/purchases/index.ts';
import { createRecentRecheck } from '../features/office/reconciliation/index.ts';
import { nairobiDay } from '../platform/nairobi-time.ts';
import { bankCellsOf, type BankRow } from './bank-statements.ts';
import { newConsumer } from './consumers.ts';
import { postNow } from './posting-calls.ts';
import { downloadStatement, payOutReceipt, upload } from './reconciliation-calls.ts';
import { payForGift } from './refund-calls.ts';
import { newPayee, settleOne, type Administrator } from './settlement-calls.ts';
import type { TestSystem } from './test-system.ts';
import { redeem } from './tills.ts';
import { nextSecond } from './until.ts';
import { newSaver } from './withdrawal-calls.ts';
import { workbookOf } from './workbooks.ts';

const BANK = { kind: 'bank', bankName: 'Equity Bank', accountNumber: '01702991234567' } as const;
const GIFT = 40;
const MOST_WAIT_MS = 1_800_000;

type Finance = { maker: Administrator; checker: Administrator };

/**
 * Plays a month: customers pay at the pay bill, withdraw, and shops are paid by a bank file.
 * @param payments how many customers pay; each is a line of M-PESA's statement
 * @returns what the bank's statement shows
 */
export async function playMonth(
  system: TestSystem,
  { payments, maker, checker }: Finance & { payments: number },
): Promise<BankRow[]> {
  const day = nairobiDay(new Date());
  const float = { template: 'bank-float-in', amountCents: 20_000_00 } as const;
  await postNow(system, { maker, checker }, float, { reference: 'FTFLOAT001' });
  await payOutReceipt(system, await newSaver(system), 1_200);
  await payOutReceipt(system, await newSaver(system), 600);
  const paidCents = await payShops(system, { maker, checker });
  await payByHand(system, payments);
  return [
    { day, details: 'Cash deposit', reference: 'FTFLOAT001', cents: 20_000_00 },
    { day, details: 'Bulk payment to shops', reference: 'FTBULK0001', cents: -paidCents },
    { day, details: 'Ledger fee', reference: 'FTFEE00001', cents: -38_50 },
  ];
}

/** Pays two shops by one bank file, marked and confirmed; returns its amount in cents. */
async function payShops(system: TestSystem, { maker, checker }: Finance): Promise<number> {
  for (const amount of [1_000, 500]) {
    const shop = await newPayee(system, BANK);
    const gift = await payForGift(system, amount);
    await redeem(system, shop, gift.code);
    const { batchId } = await settleOne(system, maker, shop);
    await system.call(approveSettlement, { body: { batchId } }, maker);
  }
  const { number, amount } = (await system.call(makeBankFile, {}, maker)).answer;
  const paid = { number, outcome: 'paid', reference: 'FTBULK0001' } as const;
  await system.call(markBankFile, { body: paid }, maker);
  const { marks } = (await system.call(readBankFile, { params: { number } }, checker)).answer;
  const body = { number, markId: marks[0]?.markId ?? '', isConfirmed: true };
  const { outcome } = await system.call(confirmBankFile, { body }, checker);
  if (outcome !== 'ok') throw new Error(`the bank file was not confirmed: ${outcome}`);
  return amount * 100;
}

/** Registers gifts and pays for them at the pay bill, and waits until all are paid in our books. */
async function payByHand(system: TestSystem, payments: number): Promise<void> {
  const { user } = await newConsumer(system);
  const { phoneNumber: msisdn } = newPerson('Musa', 'Otieno');
  await system.sandbox.setBalance(msisdn, payments * GIFT);
  // One by one, because a payment at the sandbox's pay bill invalidates the token of another one.
  for (let paid = 0; paid < payments; paid += 1) {
    const reference = await registerGift(system, user.id);
    await system.provider.payBill({ msisdn, amount: GIFT, reference });
  }
  // Renews the product's own token.
  await system.deps.mpesa.stkQuery({ checkoutRequestId: 'any' });
  await eventually(
    'all payments in our books',
    async () => {
      // M-PESA refused the queries whose token a later payment had invalidated. The worker would repeat them.
      await system.owner.query(`update pay_bill_payments set next_query_at = now() where state = 'CHECKING'`);
      await checkPayBillPayments(system.deps);
      const { rows } = await system.owner.query<{ paid: number }>(
        `select count(*)::int as paid from purchases where buyer_id = $1 and status = 'COMPLETED'`,
        [user.id],
      );
      return rows[0]?.paid === payments ? true : undefined;
    },
    MOST_WAIT_MS,
  );
}

async function registerGift({ deps }: TestSystem, buyerId: string): Promise<string> {
  const recipient = newPerson('Kip', 'Rotich');
  const { billReferenceNumber } = await registerPurchase(deps, {
    buyerId,
    body: {
      userId: buyerId,
      amount: GIFT,
      recipientMsisdn: recipient.phoneNumber,
      recipientEmail: recipient.email,
      partyA: recipient.phoneNumber,
      fullName: 'Kip Rotich',
      paymentMethod: 'mpesa',
      transactionType: 'purchase',
      transactionDesc: 'Hongera',
      cloth: 'plain',
      showsAmount: false,
      copyToBuyer: false,
    },
  });
  return billReferenceNumber;
}

type ClosedMonth = {
  collection: ReconciliationRun;
  utility: ReconciliationRun;
  working: ReconciliationRun;
  bank: ReconciliationRun;
  proofs: StatementProof[];
};

/** Closes the month as docs/month-end.md says: M-PESA's three statements and the bank's, charges, and proofs. */
export async function closeMonth(
  system: TestSystem,
  { maker, checker, bankRows }: Finance & { bankRows: readonly BankRow[] },
): Promise<ClosedMonth> {
  await nextSecond();
  const end = formatNairobi(new Date(), dashedPattern);
  const compare = async (account: StatementAccount, cells: string[][]) => {
    const { run, status, fields } = await upload(system, maker, { account, text: workbookOf(cells) });
    if (status !== 200) throw new Error(`the statement of ${account} was refused: ${JSON.stringify(fields)}`);
    return run;
  };
  const ofMpesa = async (account: StatementAccount) =>
    compare(account, cellsOf(await downloadStatement(system, account), end));
  const collection = await ofMpesa('collection');
  const utility = await ofMpesa('utility');
  const working = await ofMpesa('working');
  const bank = await compare('bank', bankCellsOf(bankRows));
  await system.call(
    bookReconciliationCharges,
    { body: { runId: working.runId, isExpectedOnly: true, reason: 'Tariff of M-PESA' } },
    maker,
  );
  const fee = { template: 'bank-charge', amountCents: 38_50 } as const;
  await postNow(system, { maker, checker }, fee, { reference: 'FTFEE00001' });
  await createRecentRecheck(system.deps)();
  const read = async ({ runId }: ReconciliationRun) =>
    (await system.call(readReconciliationRun, { params: { runId } }, maker)).answer;
  return {
    collection: await read(collection),
    utility: await read(utility),
    working: await read(working),
    bank: await read(bank),
    proofs: (await system.call(readStatementProofs, {}, maker)).answer.proofs,
  };
}

/** Splits M-PESA's CSV into cells, as a spreadsheet program does. The period ends now, as that of a past month does. */
function cellsOf(csv: string, end: string): string[][] {
  const cells = csv
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(
        ([, quoted, bare]) => quoted ?? bare ?? '',
      ),
    );
  return cells.map(([name = '', value = '', ...rest]) =>
    name === 'Time Period:' ? [name, value.replace(/To .+$/u, `To ${end}`), ...rest] : [name, value, ...rest],
  );
}
