import { shillingsOf, type HandlerAnswer, type reverseRedemptionByMachine } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { reverseRedemptionIn, type Reversed } from '../../money/redemptions/index.ts';
import { answerOnce, type Outcome } from '../../../platform/idempotency/index.ts';
import { findNamedVoucher } from '../../money/vouchers/index.ts';

type Answer = HandlerAnswer<typeof reverseRedemptionByMachine>;

/**
 * Reverses a redemption of today on an API call. The API key has the owner's rights.
 * @throws Refusal as the contract lists them
 */
export async function reverseRedemption(
  deps: Pick<Deps, 'db' | 'keys'>,
  input: { merchantId: string; id: string; redemptionId: string; idempotencyKey: string | undefined },
): Promise<Outcome<Answer>> {
  const { merchantId, redemptionId, idempotencyKey } = input;
  if (idempotencyKey === undefined) throw new Refusal('idempotency_key_missing');
  const meant = await findNamedVoucher(deps, input.id);
  if (!meant) throw new Refusal('voucher_not_found');
  const { voucherId, by } = meant;
  const call = `POST /api/v1/vouchers/${voucherId}/redemptions/${redemptionId}/reverse`;
  return answerOnce(deps, { callerId: merchantId, idempotencyKey, call, body: {} }, async (tx) => {
    if (by === 'former-code') throw new Refusal('voucher_not_found');
    const server = { channel: 'api', staffId: null } as const;
    return answer(await reverseRedemptionIn(tx, deps, { merchantId, voucherId, redemptionId, server }));
  });
}

function answer({ voucherId, status, faceCents, balanceCents, expiresAt, redemption }: Reversed): Answer {
  return {
    id: voucherId,
    object: 'voucher',
    status,
    amount: shillingsOf(faceCents),
    balance: shillingsOf(balanceCents),
    currency: 'KES',
    expires_at: expiresAt.toISOString(),
    redemption: {
      id: redemption.id,
      amount: shillingsOf(redemption.amountCents),
      status: 'REVERSED',
      created: redemption.redeemedAt.toISOString(),
      reversed_at: redemption.reversedAt.toISOString(),
      ...redemption.kept,
    },
  };
}
