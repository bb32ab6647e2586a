import { formatKes, type FraudSeverity } from '@zawadi/contract';
import { z } from 'zod';
import { nairobiTime } from '../../../platform/nairobi-time.ts';

/** Limits for which a rule looks just below: for one transaction, without a second administrator, and for one day. */
const limitName = z.enum(['transaction', 'approval', 'day']);
export type LimitName = z.infer<typeof limitName>;

/** Result of a fraud rule, stored unchanged. Its sentence is built at each read. Amounts are shillings. */
export const finding = z.discriminatedUnion('rule', [
  z.object({
    rule: z.literal('wrong_codes'),
    // Older alerts have fewer fields: the oldest have none, later ones only the number of codes that one caller tried
    // in a day.
    details: z.object({
      of: z.enum(['one', 'shop', 'address']).default('one'),
      by: z.string().optional(),
      codes: z.number().optional(),
      hours: z.number().default(24),
    }),
  }),
  z.object({
    rule: z.literal('rapid_redemptions'),
    details: z.object({ servedBy: z.string(), count: z.number(), minutes: z.number() }),
  }),
  z.object({
    rule: z.literal('many_vouchers_one_phone'),
    details: z.object({ phone: z.string(), vouchers: z.number(), hours: z.number() }),
  }),
  z.object({
    rule: z.literal('unusually_large'),
    details: z.object({ amount: z.number(), usual: z.number() }),
  }),
  z.object({ rule: z.literal('outside_opening_hours'), details: z.object({ at: z.iso.datetime() }) }),
  z.object({
    rule: z.literal('shop_velocity'),
    details: z.object({ redemptions: z.number(), amount: z.number() }),
  }),
  z.object({
    rule: z.literal('buyer_velocity'),
    details: z.object({ purchases: z.number(), amount: z.number(), hours: z.number() }),
  }),
  z.object({
    rule: z.literal('many_refunds'),
    details: z.object({
      of: z.enum(['merchant', 'buyer', 'administrator']),
      count: z.number(),
      amount: z.number(),
      hours: z.number(),
    }),
  }),
  z.object({
    rule: z.literal('shared_phone'),
    details: z.object({
      of: z.enum(['accounts', 'buyers']),
      phone: z.string(),
      count: z.number(),
      days: z.number(),
    }),
  }),
  z.object({ rule: z.literal('pass_through'), details: z.object({ amount: z.number(), hours: z.number() }) }),
  z.object({ rule: z.literal('many_givers'), details: z.object({ givers: z.number(), days: z.number() }) }),
  z.object({
    rule: z.literal('just_below_limit'),
    details: z.object({
      of: z.enum(['purchases', 'withdrawals']),
      limit: limitName,
      count: z.number(),
      amount: z.number(),
      limitAmount: z.number(),
      percent: z.number(),
      hours: z.number(),
    }),
  }),
  z.object({
    rule: z.literal('many_contacts_shown'),
    details: z.object({ records: z.number(), hours: z.number() }),
  }),
]);
export type Finding = z.infer<typeof finding>;

/** Ids of the events that raised an alert. Has the newest ids of each kind. */
export const concerns = z.object({
  redemptions: z.array(z.string()).default([]),
  purchases: z.array(z.string()).default([]),
  claims: z.array(z.string()).default([]),
  withdrawals: z.array(z.string()).default([]),
  refunds: z.array(z.string()).default([]),
  users: z.array(z.string()).default([]),
  /** A wrong code belongs to no voucher. It has its own row until its retention ends. */
  wrongCodes: z.array(z.string()).default([]),
});
export type Concerns = z.infer<typeof concerns>;

type About =
  | { merchantId: string; userId?: never; administratorId?: never }
  | { userId: string; merchantId?: never; administratorId?: never }
  | { administratorId: string; merchantId?: never; userId?: never };

/** A finding about a merchant, a consumer or an administrator. */
export type NewAlert = Finding & {
  about: About;
  /** The place of a merchant at which everything happened; null or absent for several places, or none. */
  placeId?: string | null;
  severity: FraudSeverity;
  /** Identifies a finding: a finding with the same subject updates its alert instead of raising a second one. */
  subject: string;
  /** When the finding exceeded the threshold of its rule. */
  at: Date;
  concerns: Partial<Concerns>;
};

/** Builds one English sentence about a finding, for the merchant's staff or for administrators. */
export function sentenceFor(found: Finding, reader: 'merchant' | 'administrator'): string {
  switch (found.rule) {
    case 'wrong_codes':
      return wrongCodesSentence(found.details);
    case 'rapid_redemptions': {
      const { servedBy, count, minutes } = found.details;
      const who =
        reader === 'administrator' && servedBy === OWN_SYSTEM ? 'The merchant’s own system' : servedBy;
      return `${who} made ${count} redemptions within ${minutes} minutes.`;
    }
    case 'many_vouchers_one_phone': {
      const { phone, vouchers, hours } = found.details;
      return `${vouchers} vouchers of the phone ${phone} were redeemed within ${hours} hours.`;
    }
    case 'unusually_large': {
      const { amount, usual } = found.details;
      return `A redemption of ${formatKes(amount)}, where ${formatKes(usual)} is usual.`;
    }
    case 'outside_opening_hours': {
      const time = nairobiTime(new Date(found.details.at)).slice(0, 5);
      return `A redemption at ${time}, outside ${reader === 'merchant' ? 'your' : 'its'} opening hours.`;
    }
    case 'shop_velocity': {
      const { redemptions, amount } = found.details;
      return `${together(redemptions, 'redemption', amount)} within an hour.`;
    }
    case 'buyer_velocity': {
      const { purchases, amount, hours } = found.details;
      return `${together(purchases, 'purchase', amount)} within ${hours} hours.`;
    }
    case 'many_refunds': {
      const { of, count, amount, hours } = found.details;
      const what = { merchant: 'redemptions reversed', buyer: 'refunds', administrator: 'refunds asked for' };
      return `${count} ${what[of]}, ${formatKes(amount)} together, within ${hours} hours.`;
    }
    case 'pass_through': {
      const { amount, hours } = found.details;
      return `${formatKes(amount)} was received and withdrawn within ${hours} hours.`;
    }
    case 'many_givers': {
      const { givers, days } = found.details;
      return `Gifts of ${givers} buyers were added to the wallet within ${days} days.`;
    }
    case 'just_below_limit':
      return justBelowLimitSentence(found.details);
    case 'many_contacts_shown': {
      const { records, hours } = found.details;
      return `Showed the masked contacts of ${records} people, payments or cases within ${hours} hours.`;
    }
    default: {
      const { of, phone, count, days } = found.details;
      return of === 'accounts'
        ? `${count} accounts proved the phone ${phone}, or were paid to it, within ${days} days.`
        : `The phone ${phone} paid for gifts of ${count} buyers within ${days} days.`;
    }
  }
}

function together(count: number, what: string, amount: number): string {
  if (count === 1) return `One ${what} of ${formatKes(amount)}`;
  return `${count} ${what}s of ${formatKes(amount)} together`;
}

/** Stands in for the name of a staff member if the merchant's own system made the redemptions. */
export const OWN_SYSTEM = 'Your own system';

function wrongCodesSentence({
  of,
  by,
  codes,
  hours,
}: (Finding & { rule: 'wrong_codes' })['details']): string {
  const within = hours === 24 ? 'a day' : `${hours} hours`;
  const tried = `tried ${codes ?? 'many'} voucher codes within ${within} that do not exist.`;
  if (of === 'shop') return `People and systems of this shop together ${tried}`;
  if (of === 'address') return `The address ${by} ${tried}`;
  return `${by ?? 'Someone'} ${tried} After twenty comes a block of an hour.`;
}

const LIMIT_WORDS: Record<LimitName, string> = {
  transaction: 'the limit for one transaction',
  approval: 'the amount that needs two administrators',
  day: 'the daily limit',
};

function justBelowLimitSentence(details: (Finding & { rule: 'just_below_limit' })['details']): string {
  const { of, limit, count, amount, limitAmount, percent, hours } = details;
  const what = limit === 'day' ? `${count} days with ${of} of` : `${count} ${of} of`;
  const which = `${LIMIT_WORDS[limit]}, ${formatKes(limitAmount)}`;
  return `${what} ${formatKes(amount)} together within ${hours} hours, each up to ${percent} % below ${which}.`;
}
