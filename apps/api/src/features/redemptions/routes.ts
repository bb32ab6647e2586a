import { redeemVoucher } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import type { Redeemer } from './redeem-voucher.ts';
import { createWrongCodeGuard } from './wrong-codes.ts';

export function routes(deps: Pick<Deps, 'clock'> & { redeemer: Redeemer }): Route[] {
  const guard = createWrongCodeGuard(deps.clock);
  return [
    route(redeemVoucher, async ({ params, headers, body }, { actor, reply }) => {
      guard.requireRoom(actor.merchantId);
      try {
        const outcome = await deps.redeemer.redeem({
          merchantId: actor.merchantId,
          businessName: actor.businessName,
          id: params.id,
          amountShillings: body.amount,
          idempotencyKey: headers['idempotency-key'],
        });
        if (outcome.isReplay) reply.header('idempotent-replayed', 'true');
        if ('refusal' in outcome) throw outcome.refusal;
        return outcome.answer;
      } catch (error) {
        guard.note(actor.merchantId, error);
        throw error;
      }
    }),
  ];
}
