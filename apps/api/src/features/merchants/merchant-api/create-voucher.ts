import type { createVoucher as endpoint, HandlerAnswer, HandlerInput } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { readFeesAndLimits, requireTransactionLimit } from '../../services/settings/index.ts';
import { readStopRefusal } from '../../services/stops/index.ts';
import { makeVoucher } from '../merchant-vouchers/index.ts';
import { answerOnce, type Outcome } from '../../../platform/idempotency/index.ts';
import { latestMomentOf } from '../../../platform/nairobi-time.ts';

type Answer = HandlerAnswer<typeof endpoint>;
type Body = HandlerInput<typeof endpoint>['body'];

export type CreateVoucherInput = {
  merchantId: string;
  businessName: string;
  idempotencyKey: string | undefined;
  body: Body;
};

/**
 * Issues a voucher from what the merchant is owed.
 * @throws Refusal as the contract lists them
 */
export async function createVoucher(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  input: CreateVoucherInput,
): Promise<Outcome<Answer>> {
  const call = 'POST /api/v1/vouchers/create';
  const feesAndLimits = await readFeesAndLimits(deps);
  const { merchantId: callerId, idempotencyKey, body } = input;
  const stop = await readStopRefusal(deps.db, 'buying');
  return answerOnce(deps, { callerId, idempotencyKey, call, body }, async (tx) => {
    if (stop) throw stop;
    requireTransactionLimit(feesAndLimits, input.body.amount);
    return issueVoucher(tx, deps, input);
  });
}

/** Issues the voucher and its event, in the transaction that pays for it. */
export async function issueVoucher(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  { merchantId, businessName, body }: Omit<CreateVoucherInput, 'idempotencyKey'>,
): Promise<Answer> {
  const { amount, recipient, message, reference = '', metadata = {} } = body;
  const issued = await makeVoucher(tx, deps, {
    merchantId,
    businessName,
    staffId: null,
    amountShillings: amount,
    recipient,
    message,
    reference,
    metadata,
    expiresAt: body.expires_at === undefined ? null : latestMomentOf(body.expires_at),
  });
  return {
    id: issued.voucherId,
    object: 'voucher',
    status: 'ACTIVE',
    amount,
    balance: amount,
    currency: 'KES',
    expires_at: issued.expiresAt.toISOString(),
    recipient,
    message,
    ...(reference !== '' && { reference }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    code: issued.code,
    claim_url: `${deps.config.publicUrl}/v/${issued.claimToken}`,
  };
}
