import {
  centsOf,
  type createVoucher as endpoint,
  type HandlerAnswer,
  type HandlerInput,
} from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { readFeesAndLimits, requireTransactionLimit } from '../../control/settings/index.ts';
import { issueMerchantVoucher } from '../../money/vouchers/index.ts';
import { publishEvent } from '../webhooks/index.ts';
import { answerOnce, type Outcome } from './answer-once.ts';
import { latestMomentOf } from './moments.ts';

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
  return answerOnce(deps, { ...input, call }, async (tx) => {
    requireTransactionLimit(feesAndLimits, input.body.amount);
    return issue(tx, deps, input);
  });
}

async function issue(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  { merchantId, businessName, body }: CreateVoucherInput,
): Promise<Answer> {
  const { amount, recipient, message, reference = '' } = body;
  const issued = await issueMerchantVoucher(tx, deps, {
    merchantId,
    businessName,
    faceCents: centsOf(amount),
    recipientName: recipient.name,
    recipientMsisdn: recipient.phone ?? null,
    recipientEmail: recipient.email ?? null,
    message,
    reference: reference === '' ? null : reference,
    expiresAt: body.expires_at === undefined ? null : latestMomentOf(body.expires_at),
  });
  const expiresAt = issued.expiresAt.toISOString();
  await publishEvent(tx, {
    merchantId,
    type: 'voucher.created',
    data: {
      voucher_id: issued.voucherId,
      amount,
      currency: 'KES',
      expires_at: expiresAt,
      ...(reference !== '' && { reference }),
    },
    dedupeKey: issued.voucherId,
  });
  return {
    id: issued.voucherId,
    object: 'voucher',
    status: 'ACTIVE',
    amount,
    balance: amount,
    currency: 'KES',
    expires_at: expiresAt,
    recipient,
    message,
    ...(reference !== '' && { reference }),
    code: issued.code,
    claim_url: `${deps.config.publicUrl}/v/${issued.claimToken}`,
  };
}
