import {
  lookUpVoucher,
  noteBill as noteBillEndpoint,
  redeemAtTill,
  redeemVoucher,
  reverseAtTill,
  todaysRedemptions,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { lookUpVoucher as lookUp } from './look-up-voucher.ts';
import { noteBill } from './note-bill.ts';
import { redeemAtTill as redeem } from './redeem-at-till.ts';
import type { Redeemer } from './redeem-voucher.ts';
import { reverseAtTill as reverse } from './reverse-at-till.ts';
import { listTodaysRedemptions } from './todays-redemptions.ts';
import { withWrongCodeLimit } from './limit-wrong-codes.ts';

export function routes(deps: Pick<Deps, 'db' | 'keys' | 'clock'> & { redeemer: Redeemer }): Route[] {
  return [
    route(redeemVoucher, async ({ params: { id }, headers, body }, { actor, reply, address }) => {
      const { merchantId, keyId, at } = actor;
      const asked = { merchantId, by: { keyId }, id, address, answersRetries: true } as const;
      return withWrongCodeLimit(deps, asked, async (obstacle) => {
        const outcome = await deps.redeemer.redeem({
          merchantId,
          id,
          amountShillings: body.amount,
          reference: body.reference,
          metadata: body.metadata,
          idempotencyKey: headers['idempotency-key'],
          server: { channel: 'api', staffId: null, keyId },
          at,
          obstacle,
        });
        if (outcome.isReplay) reply.header('idempotent-replayed', 'true');
        if ('refusal' in outcome) throw outcome.refusal;
        return outcome.answer;
      });
    }),
    route(lookUpVoucher, ({ body: { code } }, { actor: { merchantId, staffId }, address }) =>
      withWrongCodeLimit(deps, { merchantId, by: { staffId }, id: code, address }, () =>
        lookUp(deps, { merchantId, code }),
      ),
    ),
    route(redeemAtTill, ({ body: { code, amount, ...attempt } }, { actor, reply, address }) => {
      const { merchantId, staffId } = actor;
      const asked = { merchantId, by: { staffId }, id: code, address, answersRetries: true } as const;
      return withWrongCodeLimit(deps, asked, async (obstacle) => {
        const outcome = await redeem(deps, { actor, code, amountShillings: amount, ...attempt, obstacle });
        if (outcome.isReplay) reply.header('idempotent-replayed', 'true');
        return outcome.answer;
      });
    }),
    route(reverseAtTill, ({ body }, { actor }) => reverse(deps, { actor, ...body })),
    route(noteBillEndpoint, ({ body }, { actor }) => noteBill(deps, { actor, ...body })),
    route(todaysRedemptions, ({ query }, { actor }) => listTodaysRedemptions(deps, { actor, query })),
  ];
}
