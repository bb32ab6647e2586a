import { z } from 'zod';
import { adminUser } from './admin-users.ts';
import { adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { uuid } from './text.ts';

const ofUsers = { audience: 'admin', tag: 'Users' } as const;
const ofUser = z.object({ userId: uuid });
const withReason = z.object({ reason: adminReason });

export const freezeUser = endpoint({
  ...ofUsers,
  method: 'POST',
  path: '/api/admin/v1/users/:userId/freeze',
  needsStepUp: true,
  roles: administratorRoles.helping,
  summary:
    'Freeze an account: no sign-in, claim or pay-out; sessions end within a second, payments in flight finish; the user is notified',
  params: ofUser,
  body: withReason,
  example: { params: { userId: sample.id }, body: { reason: sample.reason } },
  answer: adminUser,
  message: 'Account frozen',
  refusals: ['not_found', 'user_frozen'],
  rate: { perMinute: 60 },
});

export const unfreezeUser = endpoint({
  ...ofUsers,
  method: 'POST',
  path: '/api/admin/v1/users/:userId/unfreeze',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary: 'End the freeze of an account; the user is notified and must sign in again',
  params: ofUser,
  body: withReason,
  example: { params: { userId: sample.id }, body: { reason: sample.reason } },
  answer: adminUser,
  message: 'Account active again',
  refusals: ['not_found', 'user_not_frozen'],
  rate: { perMinute: 60 },
});

export const freezeWalletByCallBack = endpoint({
  ...ofUsers,
  method: 'POST',
  path: '/api/admin/v1/users/:userId/freeze-wallet',
  needsStepUp: true,
  roles: administratorRoles.helping,
  summary:
    'Freeze a wallet for its owner after a call-back to the number on file; only the owner opens it again',
  params: ofUser,
  body: withReason,
  example: { params: { userId: sample.id }, body: { reason: sample.reason } },
  answer: adminUser,
  message: 'Wallet frozen',
  refusals: ['not_found', 'user_phone_unproven', 'user_wallet_frozen'],
  rate: { perMinute: 30 },
});

export const unlockUser = endpoint({
  ...ofUsers,
  method: 'POST',
  path: '/api/admin/v1/users/:userId/unlock',
  needsStepUp: true,
  roles: administratorRoles.helping,
  summary: 'Clear failed sign-ins and wrong codes, so that a user can try again at once',
  params: ofUser,
  body: withReason,
  example: { params: { userId: sample.id }, body: { reason: sample.reason } },
  answer: adminUser,
  message: 'Unlocked',
  refusals: ['not_found', 'too_many_requests'],
  rate: { perMinute: 30 },
});

export const adminResendVerification = endpoint({
  ...ofUsers,
  method: 'POST',
  path: '/api/admin/v1/users/:userId/resend-verification',
  roles: administratorRoles.helping,
  summary: 'Resend the link to the unverified email address, or the code to the unverified phone',
  params: ofUser,
  body: z.object({ contact: z.enum(['email', 'phone']) }),
  example: { params: { userId: sample.id }, body: { contact: 'email' } },
  answer: adminUser,
  message: 'Verification sent',
  refusals: ['not_found', 'contact_verified', 'too_many_requests'],
  rate: { perMinute: 30 },
});

export const adminSignOutUser = endpoint({
  ...ofUsers,
  method: 'POST',
  path: '/api/admin/v1/users/:userId/sign-out-everywhere',
  needsStepUp: true,
  roles: administratorRoles.helping,
  summary: 'End every session of a user who has lost a phone; the user is notified',
  params: ofUser,
  body: withReason,
  example: { params: { userId: sample.id }, body: { reason: sample.reason } },
  answer: adminUser,
  message: 'Signed out everywhere',
  refusals: ['not_found'],
  rate: { perMinute: 30 },
});

export const closeUser = endpoint({
  ...ofUsers,
  method: 'POST',
  path: '/api/admin/v1/users/:userId/close',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary:
    'Close an account permanently and erase its personal data; needs an empty wallet and no open payment',
  params: ofUser,
  body: withReason,
  example: { params: { userId: sample.id }, body: { reason: sample.reason } },
  answer: z.object({}),
  message: 'Account closed',
  refusals: ['not_found', 'user_wallet_not_empty', 'user_payment_open'],
  rate: { perMinute: 30 },
});
