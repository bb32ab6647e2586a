import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day } from './text.ts';
import { staff } from './staff-roles.ts';

export const trialBalance = endpoint({
  method: 'GET',
  path: '/api/admin/v1/trial-balance',
  audience: 'admin',
  staffRoles: staff.everybody,
  tag: 'Administration',
  summary:
    'Balances by kind, in cents: what is stored now, or what it was at the end of a past day; the difference is debit side minus credit side',
  query: z.object({ on: day.optional() }),
  example: { query: {} },
  answer: z.object({
    accounts: z.array(
      z.object({ kind: z.string(), side: z.enum(['debit', 'credit']), balance: z.number().int() }),
    ),
    difference: z.number().int(),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});
