import { z } from 'zod';
import { actionOutcome, adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { uuid } from './text.ts';

/** State of the PIN that a consumer's number has for USSD. */
export const ussdPinState = z.enum(['set', 'locked']);
export type UssdPinState = z.infer<typeof ussdPinState>;

export const resetUssdPin = endpoint({
  method: 'POST',
  path: '/api/admin/v1/ussd-pins/:userId',
  audience: 'admin',
  needsStepUp: true,
  roles: administratorRoles.helping,
  tag: 'Users',
  summary:
    'Remove the USSD PIN of an account: two administrators approve, every contact is told, and withdrawals by USSD wait 24 hours',
  params: z.object({ userId: uuid }),
  body: z.object({ reason: adminReason }),
  example: { params: { userId: sample.id }, body: { reason: sample.reason } },
  answer: z.object({ action: actionOutcome }),
  message: 'Requested',
  refusals: ['not_found', 'approval_open'],
  rate: { perMinute: 30 },
});
