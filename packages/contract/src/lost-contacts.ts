import { z } from 'zod';
import { actionOutcome } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { msisdn, shortText, timestamp, uuid } from './text.ts';

/** What a caller knew of the last 90 days of the account. */
export const lostContactFact = z.enum([
  'gift-bought',
  'gift-recipient',
  'gift-received',
  'withdrawal',
  'shop',
  'receipt',
]);
export type LostContactFact = z.infer<typeof lostContactFact>;

/** As people ask for them. */
export const lostContactFactWords = {
  'gift-bought': 'A gift bought: amount and day',
  'gift-recipient': 'Whom a gift was bought for',
  'gift-received': 'Who sent a gift that came in',
  withdrawal: 'A withdrawal: amount and day',
  shop: 'Where a gift was spent',
  receipt: 'An M-PESA receipt',
} as const satisfies Record<LostContactFact, string>;

const required = shortText.refine((value) => value.length > 0, { error: 'Please fill this in' });

export const lostContactEvidence = z.object({
  /** The number that the caller has now. */
  phoneNumber: msisdn,
  /** M-PESA's registered name of that number, as it shows before money is sent to it. */
  registeredName: required,
  /** Two at least. */
  facts: z
    .array(lostContactFact)
    .min(2, { error: 'Please check two facts at least' })
    .max(6)
    .refine((facts) => new Set(facts).size === facts.length, { error: 'Please name each fact once' }),
  /** What was asked and answered. */
  note: required,
});

export const replaceLostContacts = endpoint({
  method: 'POST',
  path: '/api/admin/v1/lost-contacts/:userId',
  audience: 'admin',
  needsStepUp: true,
  roles: administratorRoles.helping,
  tag: 'Users',
  summary:
    'Give an account whose owner has lost phone and email a new number: two administrators, then 72 hours with the wallet frozen, in which an old contact can end it',
  params: z.object({ userId: uuid }),
  body: lostContactEvidence,
  example: {
    params: { userId: sample.id },
    body: {
      phoneNumber: sample.msisdn,
      registeredName: 'KIP ROTICH',
      facts: ['gift-bought', 'withdrawal'],
      note: sample.reason,
    },
  },
  answer: z.object({ action: actionOutcome }),
  message: 'Requested',
  refusals: [
    'not_found',
    'user_name_unproven',
    'user_name_differs',
    'user_number_taken',
    'user_contacts_running',
    'approval_open',
  ],
  rate: { perMinute: 30 },
});

/** The latest case of an account. */
export const lostContactCase = z.object({
  state: z.enum(['frozen', 'replaced', 'not-me', 'number-taken', 'contact-changed']),
  /** Masked. */
  phone: z.string(),
  startedAt: timestamp,
  /** When the number becomes the account's, unless an old contact ends it before. */
  effectiveAt: timestamp,
});
export type LostContactCase = z.infer<typeof lostContactCase>;
