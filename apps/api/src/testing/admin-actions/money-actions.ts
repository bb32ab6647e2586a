import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { nairobiDay } from '../../platform/nairobi-time.ts';
import { newConsumer } from '../consumers.ts';
import { postNow, somePdf } from '../posting-calls.ts';
import { itemsOf, upload } from '../reconciliation-calls.ts';
import { earn, newPayee, settleOne } from '../settlement-calls.ts';
import { floatOf } from './money-lines.ts';
import { reason, type AdminAction, type Given, type Office } from './admin-action.ts';

const BANK = { kind: 'bank', bankName: 'Equity Bank', accountNumber: '01702991234567' } as const;
const REFERENCE = 'FT2611200001';

async function newShop({ system }: Office) {
  const shop = await newPayee(system, BANK);
  await earn(system, shop, 500);
  return shop;
}

/** A request about a batch that is only made, approved, or proposed as paid. */
const ofBatch = (
  endpoint: contract.Endpoint,
  body: object,
  state: 'made' | 'approved' | 'marked',
): AdminAction => [
  endpoint,
  async (office) => {
    const { system, administrator, other } = office;
    const { batchId } = await settleOne(system, administrator, await newShop(office));
    if (state !== 'made') await system.call(contract.approveSettlement, { body: { batchId } }, administrator);
    if (state === 'marked') {
      const said = { batchId, outcome: 'paid', reference: REFERENCE } as const;
      await system.call(contract.proposeSettlementOutcome, { body: said }, other);
    }
    return () => ({ body: { batchId, ...body } });
  },
];

/** A request about a bank file with one batch, which another administrator has perhaps marked as paid. */
const ofBankFile = (endpoint: contract.Endpoint, body: object, state: 'made' | 'marked'): AdminAction => [
  endpoint,
  async (office) => {
    const { system, administrator, other } = office;
    const { batchId } = await settleOne(system, administrator, await newShop(office));
    await system.call(contract.approveSettlement, { body: { batchId } }, administrator);
    const { number } = (await system.call(contract.makeBankFile, {}, administrator)).answer;
    const said = { number, outcome: 'paid', reference: REFERENCE } as const;
    if (state === 'made') return () => ({ body: { number, ...body } });
    const { marks } = (await system.call(contract.markBankFile, { body: said }, other)).answer;
    return () => ({ body: { number, markId: marks[0]?.markId, ...body } });
  },
];

const settlements: AdminAction[] = [
  [
    contract.runSettlements,
    async (office) => {
      const { merchantCode } = await newShop(office);
      return () => ({ body: { merchantCode, upTo: 'now' } });
    },
  ],
  ofBatch(contract.approveSettlement, {}, 'made'),
  ofBatch(contract.checkSettlement, {}, 'approved'),
  ofBatch(contract.cancelSettlement, { reason }, 'made'),
  ofBatch(contract.proposeSettlementOutcome, { outcome: 'paid', reference: REFERENCE }, 'approved'),
  ofBatch(contract.confirmSettlementOutcome, { isConfirmed: true }, 'marked'),
  [
    contract.makeBankFile,
    async (office) => {
      const { system, administrator } = office;
      const { batchId } = await settleOne(system, administrator, await newShop(office));
      await system.call(contract.approveSettlement, { body: { batchId } }, administrator);
      return () => ({});
    },
  ],
  ofBankFile(contract.markBankFile, { outcome: 'paid', reference: REFERENCE }, 'made'),
  ofBankFile(contract.confirmBankFile, { isConfirmed: true }, 'marked'),
];

const HEADINGS = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';
let lines = 0;

function statementOf(details: string, cells: string): string {
  lines += 1;
  const receipt = `UKLDEED${String(lines).padStart(3, '0')}`;
  return `${HEADINGS}\n${receipt},${nairobiDay(new Date())} 00:00:01,${details},Completed,${cells},1`;
}

const PAYMENT = () => statementOf('Pay Bill from a stranger', '50.00,');
const CHARGE = () => statementOf('Pay Bill Charge', ',12.50');

/** A request about a line of an M-PESA statement that our ledger lacks. */
const ofLine = (
  endpoint: contract.Endpoint,
  text: () => string,
  given: (about: { runId: string; itemId: string }) => Given,
): AdminAction => [
  endpoint,
  async ({ system, administrator }) => {
    const { run } = await upload(system, administrator, { account: 'collection', text: text() });
    const [item] = await itemsOf(system, administrator, { runId: run.runId, state: 'missing_here' });
    return () => given({ runId: run.runId, itemId: item?.itemId ?? '' });
  },
];

const reconciliation: AdminAction[] = [
  [
    contract.uploadStatement,
    async () => {
      const body = PAYMENT();
      return () => ({ params: { account: 'collection' }, body });
    },
  ],
  [contract.pullStatement, async () => () => ({ body: { hours: 1 } })],
  [contract.checkFloat, async () => () => ({})],
  ofLine(contract.recheckReconciliation, PAYMENT, ({ runId }) => ({ body: { runId } })),
  ofLine(contract.queryReconciliationItem, PAYMENT, ({ itemId }) => ({ body: { itemId } })),
  ofLine(contract.explainReconciliationItem, PAYMENT, ({ itemId }) => ({ body: { itemId, reason } })),
  ofLine(contract.bookReconciliationItem, PAYMENT, ({ itemId }) => ({
    body: { itemId, correction: 'suspense', reason },
  })),
  ofLine(contract.bookReconciliationCharges, CHARGE, ({ runId }) => ({ body: { runId, reason } })),
];

/** Creates a legal order whose money is set aside; returns its id. */
async function orderToPay({ system, administrator: maker, other: checker }: Office): Promise<string> {
  const { user } = await newConsumer(system);
  const money = { amountCents: 5_000, userId: user.id };
  await postNow(system, { maker, checker }, { template: 'goodwill-consumer', ...money });
  return (await postNow(system, { maker, checker }, { template: 'legal-order', ...money })).postingId;
}

const postings: AdminAction[] = [
  [
    contract.uploadDocument,
    async () => {
      const params = { documentId: randomUUID() };
      const body = somePdf().toString();
      return () => ({ params, body });
    },
  ],
  [
    contract.settlePosting,
    async (office) => {
      const postingId = await orderToPay(office);
      return () => ({ params: { postingId }, body: { outcome: 'not-paid', reference: REFERENCE, reason } });
    },
  ],
  [contract.requestPosting, ({ system, administrator }) => floatOf(system, administrator)],
];

/** Requests of administrators about settlements, M-PESA's statements and the posting desk. */
export const moneyActions: AdminAction[] = [...settlements, ...reconciliation, ...postings];
