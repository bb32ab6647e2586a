import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { balanceShillings } from './money.ts';

export const publicSettings = endpoint({
  method: 'GET',
  path: '/api/settings/v1/public',
  audience: 'anyone',
  tag: 'Settings',
  summary: 'Fees, limits and features that screens show before anybody confirms',
  answer: z.object({
    depositFeeBasisPoints: z.number().int(),
    withdrawalFeeBasisPoints: z.number().int(),
    minimumPurchase: balanceShillings,
    minimumWithdrawal: balanceShillings,
    maximumTransaction: balanceShillings,
    features: z.object({ cardPayment: z.boolean(), redeemByCode: z.boolean() }),
    /** Address of the sandbox's phone page; absent with the real M-PESA. */
    sandboxPhoneUrl: z.string().optional(),
  }),
  refusals: [],
});
export type PublicSettings = (typeof publicSettings)['answer']['_output'];
