import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { shillings } from './money.ts';
import { memberRoles } from './roles.ts';
import { timestamp, uuid } from './text.ts';

export const makeTestVoucher = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/api-test-voucher',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'API access',
  summary: 'In sandbox mode: make a test voucher to try the API and the till with',
  body: z.object({}),
  answer: z.object({
    voucherId: uuid,
    /** Formatted in four groups: XXXX-XXXX-XXXX-XXXX. */
    code: z.string(),
    amount: shillings,
    expiresAt: timestamp,
  }),
  message: 'Test voucher made',
  refusals: ['sandbox_only', 'merchant_not_active', 'must_change_password', 'too_many_requests'],
  rate: { perMinute: 30 },
});
