import { redeemVoucher } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import type { Redeemer } from './redeem-voucher.ts';
import { countingWrongCodes } from './wrong-codes.ts';

export function routes(deps: Pick<Deps, 'db' | 'keys'> & { redeemer: Redeemer }): Route[] {
  return [
    route(redeemVoucher, async ({ params: { id }, headers, body }, { actor, reply }) => {
      const { merchantId, businessName } = actor;
      return countingWrongCodes(deps, { merchantId, id }, async () => {
        const outcome = await deps.redeemer.redeem({
          merchantId,
          businessName,
          id,
          amountShillings: body.amount,
          idempotencyKey: headers['idempotency-key'],
        });
        if (outcome.isReplay) reply.header('idempotent-replayed', 'true');
        if ('refusal' in outcome) throw outcome.refusal;
        return outcome.answer;
      });
    }),
  ];
}
