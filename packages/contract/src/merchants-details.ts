import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { merchantAtWork, merchantCode } from './merchants.ts';
import { memberRoles, administratorRoles } from './role-sets.ts';

// In a file of its own, so that the first load of merchants' pages does not load the schemas of merchants.ts.

export const merchantDetails = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/merchant-details',
  audience: 'merchant-or-admin',
  roles: [...memberRoles.everybody, ...administratorRoles.everybody],
  isBeforePasswordChange: true,
  tag: 'Merchants',
  summary:
    'Get the signed-in merchant, for which any other code is not found; any merchant for an administrator. A cashier, or a manager of one place, does not get contact, balance and API key',
  body: z.object({ merchantCode }),
  example: { body: { merchantCode: sample.merchantCode } },
  answer: merchantAtWork,
  refusals: ['not_found'],
});
