import { randomUUID } from 'node:crypto';
import {
  adminLogin,
  adminSettlementDetail,
  merchantLogin,
  runSettlements,
  settlementDetail,
  type AdminSettlement,
  type ChosenPayoutChannel,
} from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { account } from '../features/services/postings/index.ts';
import { readMerchant } from '../features/people/merchants/index.ts';
import { createAdministrator } from '../features/people/administrators/index.ts';
import { sendPayBillAddresses } from '../features/money/callbacks/index.ts';
import { makeGift } from './gifts.ts';
import { createTestSystem, type TestSystem } from './test-system.ts';
import { newTill, redeem, type Till } from './tills.ts';
import { moveTransfers } from './move-transfers.ts';

/**
 * Creates a system in which M-PESA can pay businesses. On close, checks that every batch adds up.
 * @param environment overrides the sandbox's defaults
 */
export async function createSettlingSystem(environment: Record<string, string> = {}): Promise<TestSystem> {
  const system = await createTestSystem(environment);
  await sendPayBillAddresses(system.deps);
  system.atEnd(() => assertBatchesAddUp(system));
  return system;
}

export type Payee = Till & {
  merchantCode: string;
  ownerId: string;
  bearer: string;
  contact: { phoneNumber: string; email: string };
};

/** Creates a merchant with a signed-in owner and this pay-out channel. */
export async function newPayee(
  system: Pick<TestSystem, 'call' | 'deps' | 'owner'>,
  channel?: ChosenPayoutChannel,
): Promise<Payee> {
  const till = await newTill(system);
  const merchant = await readMerchant(system.deps.db, till.merchantId);
  if (!merchant) throw new Error('the merchant is not there');
  const { merchantCode, contactPhoneMsisdn: phoneNumber, contactEmail: email } = merchant;
  const { rows } = await system.owner.query<{ id: string }>(
    `update merchant_staff set must_change_password = false where merchant_id = $1 returning id`,
    [till.merchantId],
  );
  const ownerId = rows[0]?.id ?? '';
  const signedIn = await system.call(merchantLogin, { body: { merchantCode, password: DEMO_PASSWORD } });
  const contact = { phoneNumber, email };
  const shop = { ...till, merchantCode, ownerId, contact, bearer: signedIn.answer.accessToken };
  if (channel) await payTo(system, shop, channel);
  return shop;
}

const BANKS: Record<string, string> = { 'Equity Bank': '247247' };

/** Sets the pay-out channel of a merchant at once, without the one-day delay of a change. */
async function payTo(
  { owner }: Pick<TestSystem, 'owner'>,
  shop: Payee,
  channel: ChosenPayoutChannel,
): Promise<void> {
  const number = {
    mpesa: 'msisdn' in channel ? channel.msisdn : '',
    till: 'tillNumber' in channel ? channel.tillNumber : '',
    paybill: 'payBillNumber' in channel ? channel.payBillNumber : '',
    bank: 'bankName' in channel ? (BANKS[channel.bankName] ?? '') : '',
  }[channel.kind];
  await owner.query(
    `insert into merchant_payout_channels (merchant_id, version, kind, number, account_number, bank_name, set_by, effective_at)
     select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5, $6, now()
     from merchant_payout_channels where merchant_id = $1`,
    [
      shop.merchantId,
      channel.kind,
      number,
      'accountNumber' in channel ? channel.accountNumber : null,
      'bankName' in channel ? channel.bankName : null,
      shop.ownerId,
    ],
  );
}

/** Redeems vouchers at a shop, one for each amount. Their gifts are made without M-PESA. */
export async function earn(system: TestSystem, shop: Payee, ...amounts: number[]): Promise<void> {
  for (const amount of amounts) {
    const gift = await makeGift(system, { amount: Math.ceil(amount / 0.95) + 1 });
    const { outcome } = await redeem(system, shop, gift.code, { amount });
    if (outcome !== 'ok') throw new Error(`a redemption was refused: ${outcome}`);
  }
}

/** Makes a merchant's earnings a day older, so that its schedule includes them. */
export async function moveToYesterday(
  { owner }: Pick<TestSystem, 'owner'>,
  { merchantId }: Pick<Payee, 'merchantId'>,
): Promise<void> {
  await moveTransfers(
    owner,
    '-1 day',
    `home_id in (select home_id from ledger.transfers where '${account.merchant(merchantId)}' in (debit, credit))`,
  );
}

export type Administrator = { bearer: string; name: string };

/** Creates an administrator. */
export async function newAdministrator(
  { call, deps }: Pick<TestSystem, 'call' | 'deps'>,
  staffRole: 'administrator' | 'finance' | 'support' | 'read-only' = 'finance',
): Promise<Administrator> {
  const name = `Administrator ${randomUUID().replaceAll(/[^a-f]/gu, '')}`;
  const sign = { email: `${randomUUID()}@example.test`, password: DEMO_PASSWORD };
  await createAdministrator(deps, { ...sign, name, staffRole });
  const { answer } = await call(adminLogin, { body: sign });
  return { bearer: answer.accessToken, name };
}

/** Makes batches of all earnings until now, and starts to pay those that need no approval. */
export async function settleNow(
  { call }: Pick<TestSystem, 'call'>,
  administrator: Administrator,
  shop: Payee,
): Promise<AdminSettlement[]> {
  const body = { merchantCode: shop.merchantCode, upTo: 'now' } as const;
  const { answer, outcome } = await call(runSettlements, { body }, { bearer: administrator.bearer });
  if (outcome !== 'ok') throw new Error(`the run was refused: ${outcome}`);
  return answer.settlements;
}

/** Makes batches, which must be exactly one, and starts to pay it. */
export async function settleOne(
  system: Pick<TestSystem, 'call'>,
  administrator: Administrator,
  shop: Payee,
): Promise<AdminSettlement> {
  const [batch] = await settleNow(system, administrator, shop);
  if (!batch) throw new Error('no batch was made');
  return batch;
}

/** Waits until our API shows the expected state of a batch. */
export function untilSettlement(
  { call }: Pick<TestSystem, 'call'>,
  shop: Payee,
  { batchId }: Pick<AdminSettlement, 'batchId'>,
  isThere: (found: ReturnType<typeof readDetail> extends Promise<infer D> ? D : never) => boolean,
) {
  return eventually(`the batch ${batchId} as expected`, async () => {
    const found = await readDetail({ call }, shop, { batchId });
    return isThere(found) ? found : undefined;
  });
}

export function untilPaid(
  system: Pick<TestSystem, 'call'>,
  shop: Payee,
  batch: Pick<AdminSettlement, 'batchId'>,
) {
  return untilSettlement(system, shop, batch, ({ settlement }) => settlement.status === 'Completed');
}

/** Waits until the first attempt to pay the batch has failed. */
export function untilFailed(
  system: Pick<TestSystem, 'call'>,
  shop: Payee,
  batch: Pick<AdminSettlement, 'batchId'>,
) {
  return untilSettlement(system, shop, batch, ({ attempts }) => attempts[0]?.status === 'Failed');
}

export async function readDetail(
  { call }: Pick<TestSystem, 'call'>,
  shop: Payee,
  { batchId }: Pick<AdminSettlement, 'batchId'>,
) {
  const { answer, outcome } = await call(settlementDetail, { params: { batchId } }, { bearer: shop.bearer });
  if (outcome !== 'ok') throw new Error(`the batch was refused: ${outcome}`);
  return answer;
}

export async function readAsAdministrator(
  { call }: Pick<TestSystem, 'call'>,
  administrator: Administrator,
  { batchId }: Pick<AdminSettlement, 'batchId'>,
) {
  const { answer } = await call(
    adminSettlementDetail,
    { params: { batchId } },
    { bearer: administrator.bearer },
  );
  return answer;
}

/** Checks that every batch is the sum of its entries, and that its unpaid amount is reserved. */
async function assertBatchesAddUp({ owner }: Pick<TestSystem, 'owner'>): Promise<void> {
  const { rows } = await owner.query<{ batchId: string }>(
    `select s.batch_id as "batchId" from settlements s
     left join ledger.strict_balances b on b.home_id = s.merchant_id and b.account = 'held:' || s.id
     left join (
       select merchant_id, settlement_id, sum(amount_cents) as cents, count(*) as entries from settlement_entries
       group by merchant_id, settlement_id
     ) inside on inside.merchant_id = s.merchant_id and inside.settlement_id = s.id
     where s.amount_cents <> coalesce(inside.cents, 0) or s.transaction_count <> coalesce(inside.entries, 0)
       or coalesce(b.balance_cents, 0) <>
         case when s.status in ('PENDING', 'PROCESSING') then s.amount_cents else 0 end`,
  );
  if (rows.length > 0) throw new Error(`batches do not add up: ${rows.map((one) => one.batchId).join(', ')}`);
}
