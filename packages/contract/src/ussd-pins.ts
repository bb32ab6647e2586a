import { z } from 'zod';
import { actionOutcome, adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { presentedPassword, timestamp, uuid } from './text.ts';

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
    'Remove the USSD PIN of an account. Two administrators approve, all contacts get a message, and withdrawals and gifts from the wallet by USSD wait 24 hours',
  params: z.object({ userId: uuid }),
  body: z.object({ reason: adminReason }),
  example: { params: { userId: sample.id }, body: { reason: sample.reason } },
  answer: z.object({ action: actionOutcome }),
  message: 'Requested',
  refusals: ['not_found', 'approval_open'],
  rate: { perMinute: 30 },
});

const ofAccount = { audience: 'consumer', tag: 'USSD PIN' } as const;

/** The own PIN after this request; null without one. */
const answer = z.object({
  ussdPin: z
    .object({
      state: ussdPinState,
      /** Until when the PIN moves no money; null if it may at once. */
      waitsUntil: timestamp.nullable(),
    })
    .nullable(),
});
export type OwnUssdPin = NonNullable<z.infer<typeof answer>['ussdPin']>;

export const ownUssdPin = endpoint({
  ...ofAccount,
  method: 'GET',
  path: '/api/ussd-pins/v1/own',
  summary: 'Read the state of the PIN for USSD that belongs to the own phone number',
  answer,
  refusals: [],
});

/** The same fields of each call that changes the own PIN. It needs the password. */
const withPassword = {
  ...ofAccount,
  method: 'POST',
  body: z.object({ password: presentedPassword }),
  example: { body: { password: sample.password } },
  answer,
  rate: { perMinute: 10 },
} as const;

const passwordRefusals = [
  'password_wrong',
  'password_reset_needed',
  'too_many_requests',
  'overloaded',
] as const;

export const allowUssdWithdrawals = endpoint({
  ...withPassword,
  path: '/api/ussd-pins/v1/own/allow-withdrawals',
  summary: 'End the 24 hours in which a new PIN moves no money, with the password',
  message: 'Withdrawals by USSD are possible',
  refusals: ['not_found', ...passwordRefusals],
});

export const removeOwnUssdPin = endpoint({
  ...withPassword,
  path: '/api/ussd-pins/v1/own/remove',
  summary: 'Remove the own PIN for USSD, with the password; the next one moves no money for 24 hours',
  message: 'Your PIN for USSD is removed',
  refusals: ['not_found', ...passwordRefusals],
});
