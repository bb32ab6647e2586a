import {
  addressOf,
  bookReconciliationItem,
  listReconciliationItems,
  uploadStatement,
  type Correction,
  type ReconciliationItem,
  type ReconciliationItemFilters,
  type ReconciliationRun,
  type StatementAccount,
} from '@zawadi/contract';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import type { Reply } from './call-api.ts';
import type { Administrator } from './settlement-calls.ts';
import type { TestSystem } from './test-system.ts';
import { registerAndStartWithdrawal, untilWithdrawal } from './withdrawal-calls.ts';

/** Downloads today's statement from the sandbox's M-PESA portal, as an operator would. */
export async function downloadStatement(
  { deps }: Pick<TestSystem, 'deps'>,
  account: StatementAccount,
): Promise<string> {
  const response = await fetch(`${deps.config.mpesa.baseUrl}/control/statement?account=${account}`);
  if (!response.ok) throw new Error(`no statement: ${response.status}`);
  return response.text();
}

type Uploaded = {
  status: number;
  code: string;
  fields: { path: string; message: string }[];
  run: ReconciliationRun;
};

export async function upload(
  { http }: Pick<TestSystem, 'http'>,
  administrator: Administrator,
  statement: { account: StatementAccount; text: string | Buffer; query?: object; mediaType?: string },
): Promise<Uploaded> {
  const answer = await http.inject({
    method: 'POST',
    url: addressOf(uploadStatement, { params: { account: statement.account }, query: statement.query }),
    headers: {
      authorization: `Bearer ${administrator.bearer}`,
      'content-type': statement.mediaType ?? 'text/csv',
    },
    payload: statement.text,
  });
  const json = answer.json();
  return { status: answer.statusCode, code: json.code, fields: json.fields ?? [], run: json.body };
}

/** Downloads today's M-PESA statement and uploads it, which compares it with our books. */
export async function compareToday(
  system: Pick<TestSystem, 'http' | 'deps'>,
  administrator: Administrator,
  account: StatementAccount,
): Promise<ReconciliationRun> {
  const text = await downloadStatement(system, account);
  const { run, status, code } = await upload(system, administrator, { account, text });
  if (status !== 200) throw new Error(`the statement was refused: ${code}`);
  return run;
}

export async function itemsOf(
  { call }: Pick<TestSystem, 'call'>,
  administrator: Administrator,
  filters: ReconciliationItemFilters,
): Promise<ReconciliationItem[]> {
  const query = { ...filters, limit: 100 };
  const { answer, outcome } = await call(
    listReconciliationItems,
    { query },
    { bearer: administrator.bearer },
  );
  if (outcome !== 'ok') throw new Error(`the items were refused: ${outcome}`);
  return answer.items;
}

/** Returns the item of a list that must contain exactly one. */
export function only(items: ReconciliationItem[]): ReconciliationItem {
  const [item] = items;
  if (!item || items.length > 1) throw new Error(`${items.length} items instead of one`);
  return item;
}

export function book(
  { call }: Pick<TestSystem, 'call'>,
  administrator: Administrator,
  itemId: string,
  correction: Correction,
): Promise<Reply<typeof bookReconciliationItem>> {
  const body = { itemId, correction, reason: 'As the statement says' };
  return call(bookReconciliationItem, { body }, { bearer: administrator.bearer });
}

/** Pays at the pay bill and loses the callback. */
export async function payWithLostConfirmation(
  { provider, deps }: Pick<TestSystem, 'provider' | 'deps'>,
  amount: number,
  reference: string,
): Promise<void> {
  const { phoneNumber: msisdn } = newPerson('Musa', 'Otieno');
  await provider.losing(() => provider.payBill({ msisdn, amount, reference }));
  // `payBill` has invalidated the product's token; this query makes it request a new one.
  await deps.mpesa.stkQuery({ checkoutRequestId: 'any' });
}

/**
 * Pays out a withdrawal to the person.
 * @returns M-PESA's receipt number
 */
export async function payOutReceipt(system: TestSystem, person: SignedIn, amount: number): Promise<string> {
  const withdrawal = await registerAndStartWithdrawal(system, person, amount);
  const { transactionCode } = await untilWithdrawal(system, person, withdrawal, 'COMPLETED');
  if (!transactionCode) throw new Error('a pay-out without a receipt');
  return transactionCode;
}
