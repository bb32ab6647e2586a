import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { staff } from './staff-roles.ts';

export const trialBalance = endpoint({
  method: 'GET',
  path: '/api/admin/v1/trial-balance',
  audience: 'admin',
  staffRoles: staff.everybody,
  tag: 'Administration',
  summary: 'Stored balances by kind, in cents; the difference is debit side minus credit side',
  answer: z.object({
    accounts: z.array(
      z.object({ kind: z.string(), side: z.enum(['debit', 'credit']), balance: z.number().int() }),
    ),
    difference: z.number().int(),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});
