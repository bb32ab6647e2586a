import {
  adminSettlementsCsv,
  approveSettlement,
  checkSettlement,
  downloadBankFile,
  makeBankFile,
  addressOf,
  type ChosenPayoutChannel,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  earn,
  newAdministrator,
  newPayee,
  settleOne,
  type Administrator,
} from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem({ SETTLEMENT_AUTOMATIC_UP_TO: '0', SETTLEMENT_BANK_ROUTE: 'file' });
  administrator = await newAdministrator(system);
});
afterAll(() => system.close());

const BANK = { kind: 'bank', bankName: 'Equity Bank', accountNumber: '01702991234567' } as const;

async function newBatch(channel: ChosenPayoutChannel) {
  const shop = await newPayee(system, channel);
  await earn(system, shop, 1_000);
  const { batchId } = await settleOne(system, administrator, shop);
  return { shop, batchId };
}

async function fileAt(url: string, { bearer }: Pick<Administrator, 'bearer'> = administrator) {
  return system.http.inject({ url, headers: { authorization: `Bearer ${bearer}` } });
}

async function recordsOf(action: string): Promise<{ name: string; after: Record<string, unknown> }[]> {
  const { rows } = await system.owner.query(
    'select actor_name as name, after from audit_log where action = $1 order by seq',
    [action],
  );
  return rows;
}

test('the audit log records who queried M-PESA about a pay-out', async () => {
  const { batchId } = await newBatch({ kind: 'mpesa', msisdn: '254712345678' });
  const checked = await system.call(checkSettlement, { body: { batchId } }, { bearer: administrator.bearer });
  expect(checked.answer).toMatchObject({ batchId, status: 'Pending' });
  expect(await recordsOf('settlement.queried')).toEqual([
    { name: administrator.name, after: { batchId, amount: 1_000 } },
  ]);
});

test('the audit log records who made and downloaded a bank file, and its batches', async () => {
  const { batchId } = await newBatch(BANK);
  await system.call(approveSettlement, { body: { batchId } }, { bearer: administrator.bearer });
  const { number } = (await system.call(makeBankFile, {}, { bearer: administrator.bearer })).answer;
  expect((await fileAt(addressOf(downloadBankFile, { params: { number } }))).body).toContain(batchId);
  expect(await recordsOf('bank-file.made')).toEqual([
    { name: administrator.name, after: { batches: [batchId] } },
  ]);
  expect(await recordsOf('bank-file.downloaded')).toMatchObject([{ name: administrator.name }]);
});

test('S335 exports the administrators’ list with its filters, without formulas in cells', async () => {
  const { shop, batchId } = await newBatch(BANK);
  const { merchantCode, merchantId } = shop;
  await system.owner.query(`update merchants set business_name = '=1+1' where id = $1`, [merchantId]);
  const linesOf = async (query: string) => {
    const file = await fileAt(`${adminSettlementsCsv.path}?merchantCode=${merchantCode}${query}`);
    expect(file.headers['content-disposition']).toMatch(/filename="settlements-\d{4}-\d\d-\d\d\.csv"$/u);
    return file.body.trim().split('\r\n').slice(1);
  };
  const [line] = await linesOf('&needsAttention=true&payoutChannel=Bank+Transfer');
  expect(line).toContain(`"${merchantCode}","'=1+1","${batchId}",`);
  expect(line).toContain('"1000","10","990","Pending","Bank Transfer"');
  for (const query of ['&status=Completed', '&payoutChannel=M-Pesa', '&to=2020-01-01'])
    expect(await linesOf(query), query).toEqual([]);
  expect((await fileAt(adminSettlementsCsv.path, shop)).statusCode).toBe(403);
});
