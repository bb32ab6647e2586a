import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { ussdOutcome } from './reports.ts';
import { administratorRoles } from './roles.ts';
import { language, msisdn, timestamp, uuid } from './text.ts';

/** A USSD session as administrators see it: steps by name, never inputs, which are not stored. */
export const ussdSession = z.object({
  sessionId: uuid,
  startedAt: timestamp,
  /** Code of the mobile operator, such as `63902` for Safaricom. */
  networkCode: z.string(),
  /** Names of the steps that the screens showed, oldest first. */
  steps: z.array(z.string()),
  /**
   * `last-screen`: we ended it. `left`: the caller left, as the gateway reported. `timed-out`: no answer and no report
   * for 180 seconds. `failed`: the gateway refused our answer.
   */
  end: z.enum(['open', 'last-screen', 'left', 'timed-out', 'failed']),
  /**
   * Whether the caller saw a gift or the wallet, claimed a gift, withdrew money, bought a gift (by M-PESA perhaps not yet
   * paid), or thanked a giver. Absent: nothing of these.
   */
  outcome: ussdOutcome.extract(['looked-up', 'claimed', 'withdrawn', 'bought', 'thanked']).optional(),
  /** As the gateway reported it, or else until the last answer. */
  durationSeconds: z.number().int().nonnegative(),
  /** As the gateway reported it. */
  costCents: z.number().int().nonnegative().optional(),
});
export type UssdSession = z.infer<typeof ussdSession>;

export const ussdSessions = z.object({
  /** The language that the owner of the number chose last. */
  language: language.optional(),
  /** The sessions of the last seven days, newest first, at most 50. */
  sessions: z.array(ussdSession),
  isMore: z.boolean(),
});
export type UssdSessions = z.infer<typeof ussdSessions>;

export const listUssdSessions = endpoint({
  // A POST, because it writes an audit entry, and because a URL must not contain a phone number.
  method: 'POST',
  path: '/api/admin/v1/ussd/sessions',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Users',
  summary:
    'List the USSD sessions of a phone number, also without an account; the audit log records who read them',
  body: z.object({ phoneNumber: msisdn }),
  example: { body: { phoneNumber: sample.msisdn } },
  answer: ussdSessions.extend({
    /** Masked. */
    phoneNumber: z.string(),
    /** The account that has proven the number. */
    userId: uuid.optional(),
  }),
  refusals: [],
  rate: { perMinute: 60 },
});
