import { formatKes, type FraudSeverity } from '@zawadi/contract';
import { z } from 'zod';
import { nairobiTime } from '../../../platform/nairobi-time.ts';

/** What a rule found. Stored as it is; its sentence is made on reading. Amounts are shillings. */
export const finding = z.discriminatedUnion('rule', [
  z.object({
    rule: z.literal('wrong_codes'),
    // Older alerts, from before codes were counted by person, have neither.
    details: z.object({ by: z.string().optional(), codes: z.number().optional() }),
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
]);
export type Finding = z.infer<typeof finding>;

/** A finding about a merchant. */
export type NewAlert = Finding & {
  merchantId: string;
  severity: FraudSeverity;
  /** The same thing found again has the same subject and is one alert. */
  subject: string;
  /** The redemption that it is about, when it is about one. */
  redemptionId: string | null;
};

/** One English sentence for the merchant's staff. */
export function sentenceFor(found: Finding): string {
  switch (found.rule) {
    case 'wrong_codes': {
      const { by = 'Someone', codes = 'many' } = found.details;
      return `${by} tried ${codes} voucher codes within a day that do not exist. After twenty comes a block of an hour.`;
    }
    case 'rapid_redemptions': {
      const { servedBy, count, minutes } = found.details;
      return `${servedBy} made ${count} redemptions within ${minutes} minutes.`;
    }
    case 'many_vouchers_one_phone': {
      const { phone, vouchers, hours } = found.details;
      return `${vouchers} vouchers of the phone ${phone} were redeemed within ${hours} hours.`;
    }
    case 'unusually_large': {
      const { amount, usual } = found.details;
      return `A redemption of ${formatKes(amount)}, where ${formatKes(usual)} is usual.`;
    }
    default:
      return `A redemption at ${nairobiTime(new Date(found.details.at)).slice(0, 5)}, outside your opening hours.`;
  }
}
