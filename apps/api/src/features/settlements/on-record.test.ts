import { approveSettlement, bankFile, checkSettlement, type ChosenPayoutChannel } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { earn, newOfficer, newPayee, settleNow, type Officer } from '../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../testing/test-system.ts';

let system: TestSystem;
let officer: Officer;
beforeAll(async () => {
  system = await createTestSystem({ SETTLEMENT_AUTOMATIC_UP_TO: '0', SETTLEMENT_BANK_ROUTE: 'file' });
  officer = await newOfficer(system);
});
afterAll(() => system.close());

async function newBatch(channel: ChosenPayoutChannel): Promise<string> {
  const shop = await newPayee(system, channel);
  await earn(system, shop, 1_000);
  const [batch] = await settleNow(system, officer, shop);
  if (!batch) throw new Error('no batch was made');
  return batch.batchId;
}

async function recordsOf(action: string): Promise<{ name: string; after: Record<string, unknown> }[]> {
  const { rows } = await system.owner.query(
    'select actor_name as name, after from audit_log where action = $1 order by seq',
    [action],
  );
  return rows;
}

test('who has M-PESA asked about a pay-out is on record', async () => {
  const batchId = await newBatch({ kind: 'mpesa', msisdn: '254712345678' });
  const checked = await system.call(checkSettlement, { body: { batchId } }, { bearer: officer.bearer });
  expect(checked.answer).toMatchObject({ batchId, status: 'Pending' });
  expect(await recordsOf('settlement.queried')).toEqual([
    { name: officer.name, after: { batchId, amount: 1_000 } },
  ]);
});

test('who has taken the bank file away, and what was in it, is on record', async () => {
  const batchId = await newBatch({ kind: 'bank', bankName: 'Equity Bank', accountNumber: '01702991234567' });
  await system.call(approveSettlement, { body: { batchId } }, { bearer: officer.bearer });
  const file = await system.http.inject({
    url: bankFile.path,
    headers: { authorization: `Bearer ${officer.bearer}` },
  });
  expect(file.body).toContain(batchId);
  expect(await recordsOf('settlements.exported')).toEqual([
    { name: officer.name, after: { batches: [batchId] } },
  ]);
});
