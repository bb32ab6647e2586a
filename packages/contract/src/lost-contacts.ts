import { z } from 'zod';
import { actionOutcome } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { msisdn, shortText, timestamp, uuid } from './text.ts';

/** A fact about the account's last 90 days, which the person on the phone knew. */
export const lostContactFact = z.enum([
  'gift-bought',
  'gift-recipient',
  'gift-received',
  'withdrawal',
  'shop',
  'receipt',
]);
export type LostContactFact = z.infer<typeof lostContactFact>;

/** Each fact in words, for the administrator on the phone. */
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
  /** The present number of the person on the phone. */
  phoneNumber: msisdn,
  /** The name that M-PESA shows for that number before a transfer. */
  registeredName: required,
  /** At least two. */
  facts: z
    .array(lostContactFact)
    .min(2, { error: 'Please check two facts at least' })
    .max(6)
    .refine((facts) => new Set(facts).size === facts.length, { error: 'Please name each fact once' }),
  /** The questions that support asked, and the person's answers. */
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
    'Give a new number to an account whose owner has lost phone and email: two administrators approve, then the wallet is frozen for 72 hours, in which an old contact can stop it',
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

/** The account's latest case of lost contacts. */
export const lostContactCase = z.object({
  state: z.enum(['frozen', 'replaced', 'not-me', 'number-taken', 'contact-changed']),
  /** The new phone number, masked. */
  phone: z.string(),
  startedAt: timestamp,
  /** When the account gets the new number, unless a person objects through an old contact. */
  effectiveAt: timestamp,
});
export type LostContactCase = z.infer<typeof lostContactCase>;
