import {
  centsOf,
  type createTestVoucher as voucherEndpoint,
  type HandlerAnswer,
  type HandlerInput,
  type makeTestVoucher as portalEndpoint,
  type sendTestEvent as eventEndpoint,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { post } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readFeesAndLimits, requireTransactionLimit } from '../../services/settings/index.ts';
import { adjustmentPosting } from '../../services/postings/index.ts';
import { lockMerchant } from '../../people/merchants/index.ts';
import { publishTestEvent } from '../../services/merchant-events/index.ts';
import { answerOnce, type Outcome } from '../../../platform/idempotency/index.ts';
import { issueVoucher } from './create-voucher.ts';
import { sampleDataOf } from './sample-events.ts';

type Machine = { merchantId: string; businessName: string; idempotencyKey: string | undefined };
type Voucher = HandlerAnswer<typeof voucherEndpoint>;

/** Value of a test voucher made in the portal, in shillings. */
const PORTAL_VALUE = 500;

/**
 * Makes a test voucher on an API call.
 * @throws Refusal as the contract lists them
 */
export async function createTestVoucher(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  { body, ...machine }: Machine & { body: HandlerInput<typeof voucherEndpoint>['body'] },
): Promise<Outcome<Voucher>> {
  requireSandbox(deps);
  const call = 'POST /api/v1/test/vouchers';
  const feesAndLimits = await readFeesAndLimits(deps);
  const { merchantId: callerId, idempotencyKey } = machine;
  return answerOnce(deps, { callerId, idempotencyKey, call, body }, async (tx) => {
    requireTransactionLimit(feesAndLimits, body.amount);
    return issueFunded(tx, deps, { ...machine, amount: body.amount });
  });
}

/**
 * Makes a test voucher in the portal, to try the till page.
 * @throws Refusal `sandbox_only`, `merchant_not_active`
 */
export async function makeTestVoucher(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  { merchantId }: { merchantId: string },
): Promise<HandlerAnswer<typeof portalEndpoint>> {
  requireSandbox(deps);
  const made = await inTransaction(deps.db, async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    if (merchant?.status !== 'ACTIVE') throw new Refusal('merchant_not_active');
    return issueFunded(tx, deps, { merchantId, businessName: merchant.businessName, amount: PORTAL_VALUE });
  });
  return { voucherId: made.id, code: made.code, amount: made.amount, expiresAt: made.expires_at };
}

/**
 * Sends an event with made-up values to the merchant's webhooks and open event streams.
 * @throws Refusal as the contract lists them
 */
export async function sendTestEvent(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  { body, ...machine }: Machine & { body: HandlerInput<typeof eventEndpoint>['body'] },
): Promise<Outcome<HandlerAnswer<typeof eventEndpoint>>> {
  requireSandbox(deps);
  const { merchantId, idempotencyKey } = machine;
  const call = 'POST /api/v1/test/events';
  return answerOnce(deps, { callerId: merchantId, idempotencyKey, call, body }, async (tx) => {
    const id = await publishTestEvent(tx, { merchantId, type: body.type, data: sampleDataOf(body.type) });
    return { id, object: 'event', type: body.type };
  });
}

/**
 * Refuses a request outside the sandbox.
 * @throws Refusal `sandbox_only`
 */
function requireSandbox({ config }: Pick<Deps, 'config'>): void {
  if (config.provider === 'daraja') throw new Refusal('sandbox_only');
}

/**
 * Issues a voucher at the operator's cost: an adjustment credits its value to the merchant, which then issues the
 * voucher. No money moves at M-PESA, so its books and ours stay equal. The merchant is owed what it redeems.
 */
async function issueFunded(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  { merchantId, businessName, amount }: { merchantId: string; businessName: string; amount: number },
): Promise<Voucher> {
  await post(tx, [adjustmentPosting({ adjustmentId: newId(), merchantId, amountCents: centsOf(amount) })]);
  return issueVoucher(tx, deps, {
    merchantId,
    businessName,
    body: { amount, recipient: { name: 'Test Customer' }, message: '', reference: 'test voucher' },
  });
}
