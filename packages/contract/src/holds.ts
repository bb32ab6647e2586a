import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { balanceShillings, shillings } from './money.ts';
import { memberRoles } from './roles.ts';
import { timestamp, uuid } from './text.ts';

/** An open hold, as the voucher's holder and administrators see it. */
export const openHold = z.object({
  holdId: uuid,
  /** The shop's name. */
  businessName: z.string(),
  amount: shillings,
  /** When the hold expires, unless the shop captures or releases it earlier. */
  expiresAt: timestamp,
});
export type OpenHold = z.infer<typeof openHold>;

/** A hold after the shop's staff have ended it. */
const endedHold = z.object({
  holdId: uuid,
  status: z.enum(['CAPTURED', 'RELEASED']),
  amount: shillings,
  capturedAmount: balanceShillings,
  releasedAmount: balanceShillings,
});

const notEnded = [
  'hold_not_found',
  'hold_not_open',
  'merchant_not_active',
  'must_change_password',
  'too_many_requests',
  'overloaded',
] as const;

export const captureHoldAtPortal = endpoint({
  method: 'POST',
  isForOnePlace: true,
  path: '/api/holds/v1/capture',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Holds',
  summary: 'Capture all or part of a hold, once; the rest is released',
  body: z.object({
    holdId: uuid,
    /** The whole hold if absent. */
    amount: shillings.optional(),
  }),
  example: { body: { holdId: sample.id, amount: 10 } },
  answer: endedHold,
  message: 'Hold captured',
  refusals: [...notEnded, 'hold_expired', 'capture_exceeds_hold', 'voucher_frozen'],
  rate: { perMinute: 60 },
});

export const releaseHoldAtPortal = endpoint({
  method: 'POST',
  isForOnePlace: true,
  path: '/api/holds/v1/release',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Holds',
  summary: 'Release a hold in full',
  body: z.object({ holdId: uuid }),
  example: { body: { holdId: sample.id } },
  answer: endedHold,
  message: 'Hold released',
  refusals: notEnded,
  rate: { perMinute: 60 },
});
