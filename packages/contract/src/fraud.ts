import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, language, timestamp, uuid } from './text.ts';
import { memberRoles } from './roles.ts';

export const fraudRule = z.enum([
  'wrong_codes',
  'rapid_redemptions',
  'many_vouchers_one_phone',
  'unusually_large',
  'outside_opening_hours',
  'shop_velocity',
  'buyer_velocity',
  'many_refunds',
  'shared_phone',
  'pass_through',
  'many_givers',
  'just_below_limit',
  'many_contacts_shown',
]);

export type FraudRule = z.infer<typeof fraudRule>;

export const fraudSeverity = z.enum(['Low', 'Medium', 'High']);

export type FraudSeverity = z.infer<typeof fraudSeverity>;

/** An unusual event that a rule found. */
export const fraudAlert = z.object({
  alertId: uuid,
  rule: fraudRule,
  severity: fraudSeverity,
  /** The event in one sentence, in English or the requested language. */
  description: z.string(),
  raisedAt: timestamp,
  /** The redemption that raised the alert, if a redemption did. */
  redemptionId: uuid.optional(),
  /** Name of the place where it happened; absent if it concerns several places, or the merchant has only one. */
  place: z.string().optional(),
  acknowledged: z.object({ by: z.string(), at: timestamp }).optional(),
});

export type FraudAlert = z.infer<typeof fraudAlert>;

export const fraudAlerts = endpoint({
  method: 'GET',
  isForOnePlace: true,
  path: '/api/fraud-alerts/v1/all',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Fraud alerts',
  summary: 'List fraud alerts at this merchant, newest first; a manager of one place gets those of the place',
  query: z.object({
    state: z.enum(['open', 'all']).default('open'),
    /** Only alerts about this place. */
    placeId: uuid.optional(),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    /** Language of the descriptions. */
    language: language.default('en'),
  }),
  answer: z.object({
    alerts: z.array(fraudAlert),
    nextCursor: cursor.optional(),
    /** Number of alerts that are not acknowledged. */
    openCount: z.number().int().nonnegative(),
  }),
  refusals: ['must_change_password'],
  rate: { perMinute: 240 },
});

export const acknowledgeFraudAlert = endpoint({
  method: 'POST',
  isForOnePlace: true,
  path: '/api/fraud-alerts/v1/acknowledge',
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Fraud alerts',
  summary: 'Acknowledge an alert; the first person to do so stays on record',
  body: z.object({ alertId: uuid }),
  example: { body: { alertId: sample.id } },
  answer: fraudAlert,
  message: 'Alert acknowledged',
  refusals: ['not_found', 'must_change_password'],
  rate: { perMinute: 120 },
});
