import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newMsisdn, someToken, startRig, type Rig } from '../testing/start-rig.ts';

async function statementOf(rig: Rig, account: string, query = '') {
  const response = await fetch(`${rig.url}/control/statement?account=${account}${query}`);
  const text = await response.text();
  return { response, text, rows: text.trim().split('\r\n').slice(8) };
}

async function payOut(rig: Rig, amountShillings: number) {
  const callbackToken = someToken();
  const msisdn = newMsisdn();
  const originatorConversationId = randomUUID();
  await rig
    .client()
    .b2c({ originatorConversationId, msisdn, amountShillings, remarks: 'Gift', callbackToken });
  const { Result } = (await rig.arrival(callbackToken)) as { Result: { TransactionID: string } };
  return { receipt: Result.TransactionID, msisdn };
}

test('books a pay-out on the utility account and its charge on the working account, with running balances', async () => {
  const rig = await startRig();
  const { receipt, msisdn } = await payOut(rig, 1_200);
  const utility = await statementOf(rig, 'utility');
  expect(utility.response.headers.get('content-disposition')).toMatch(/statement-utility-.*\.csv/);
  expect(utility.text).toContain('Short Code:,600100\r\nAccount:,Utility Account\r\nTime Period:,From ');
  expect(utility.rows).toHaveLength(1);
  expect(utility.rows[0]).toMatch(
    new RegExp(`^${receipt},.*${msisdn}.*,Completed,,"-1,200.00","99,998,800.00"`),
  );
  const working = await statementOf(rig, 'working');
  expect(working.rows).toEqual([expect.stringMatching(new RegExp(`^${receipt},.*Charge,Completed,,-5.00,`))]);
});

test('writes a statement without lines for a day without transactions', async () => {
  const rig = await startRig();
  await payOut(rig, 1_200);
  const { rows, text } = await statementOf(rig, 'utility', '&from=2020-01-01&to=2020-01-02');
  expect(rows).toEqual([]);
  expect(text).toContain('Closing Balance:,"100,000,000.00"');
});

test('shows planted errors in the statement and keeps the books unchanged', async () => {
  const rig = await startRig();
  const [dropped, changed] = [await payOut(rig, 1_000), await payOut(rig, 2_000)];
  const before = await rig.control('books');
  const stranger = { account: 'utility', receipt: 'UKL0000001', amount: -70, details: 'A stranger' };
  await rig.behave({
    statement: { without: [dropped.receipt], amounts: { [changed.receipt]: 2_500 }, strangers: [stranger] },
  });
  const { rows } = await statementOf(rig, 'utility');
  expect(rows.map((row) => row.slice(0, 10))).toEqual(['UKL0000001', changed.receipt]);
  expect(rows[1]).toContain('"-2,500.00"');
  expect(await rig.control('books')).toEqual(before);
  await rig.control('reset', {});
  expect((await statementOf(rig, 'utility')).rows).toHaveLength(2);
});
