import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { balanceShillings, shillings } from './money.ts';
import { memberRoles } from './roles.ts';
import { timestamp, uuid } from './text.ts';

/** A hold that is open, as the holder of its voucher and administrators see it. */
export const openHold = z.object({
  holdId: uuid,
  /** The shop. */
  businessName: z.string(),
  amount: shillings,
  /** When it is released, unless the shop captures or releases it before. */
  expiresAt: timestamp,
});
export type OpenHold = z.infer<typeof openHold>;

/** How a hold stands after the shop's people have ended it. */
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
  path: '/api/holds/v1/capture',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Holds',
  summary: 'Take all or part of what is held, once; the rest is released',
  body: z.object({
    holdId: uuid,
    /** All of it when absent. */
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
  path: '/api/holds/v1/release',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Holds',
  summary: 'Give all that is held back',
  body: z.object({ holdId: uuid }),
  example: { body: { holdId: sample.id } },
  answer: endedHold,
  message: 'Hold released',
  refusals: notEnded,
  rate: { perMinute: 60 },
});
