import { z } from 'zod';
import { basedOn, settableNumber, settingVersion } from './admin-versions.ts';
import { adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { staff } from './staff-roles.ts';

const ofRules = { audience: 'admin', tag: 'Settings' } as const;
const from = (minimum: number, maximum: number) =>
  settableNumber(minimum, maximum, 'Please enter a whole number');
const isOn = z.boolean();

/** From where on something at a merchant is unusual. Amounts are KES; at `high` and beyond it is of severity High. */
export const fraudRules = z
  .object({
    /** Redemptions of one person at the till, or of the merchant's own system, within so many minutes. */
    rapidRedemptions: z.object({
      isOn,
      withinMinutes: from(1, 60),
      byPerson: from(2, 1_000),
      bySystem: from(2, 100_000),
    }),
    /** Different vouchers of one phone number at one merchant within so many hours. */
    manyVouchersOnePhone: z.object({
      isOn,
      withinHours: from(1, 168),
      vouchers: from(2, 1_000),
      high: from(2, 1_000),
    }),
    /** So many times the average of the latest `comparedWith` redemptions before, once there are `atLeast`. */
    unusuallyLarge: z.object({
      isOn,
      leastAmount: from(1, 250_000),
      comparedWith: from(10, 1_000),
      atLeast: from(1, 1_000),
      times: from(2, 100),
      high: from(2, 1_000),
    }),
    /** So long before opening and after closing still counts as open. */
    outsideOpeningHours: z.object({ isOn, graceMinutes: from(0, 240) }),
    /** Ten unknown codes of one person or system in a day. The block after twenty cannot be switched off. */
    wrongCodes: z.object({ isOn }),
  })
  .superRefine(({ manyVouchersOnePhone: phone, unusuallyLarge: large }, context) => {
    const wrong = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (phone.high < phone.vouchers) wrong(['manyVouchersOnePhone', 'high'], 'This is below the first step');
    if (large.high < large.times) wrong(['unusuallyLarge', 'high'], 'This is below the first step');
    if (large.atLeast > large.comparedWith) {
      wrong(['unusuallyLarge', 'atLeast'], 'This is more than are compared');
    }
  });
export type FraudRules = z.infer<typeof fraudRules>;

export const fraudRulesVersion = settingVersion.extend({ rules: fraudRules });
export type FraudRulesVersion = z.infer<typeof fraudRulesVersion>;

const fraudRulesState = z.object({
  rules: fraudRules,
  /** What holds when nobody has changed anything. */
  defaults: fraudRules,
  /** Newest first, the last hundred; none while the defaults hold. */
  versions: z.array(fraudRulesVersion),
  latestVersionId: basedOn,
});

export const readFraudRules = endpoint({
  ...ofRules,
  method: 'GET',
  path: '/api/admin/v1/settings/fraud-rules',
  staffRoles: staff.everybody,
  summary: 'What raises an alert at a merchant, and how that was changed',
  answer: fraudRulesState,
  refusals: [],
});

export const changeFraudRules = endpoint({
  ...ofRules,
  method: 'POST',
  path: '/api/admin/v1/settings/fraud-rules',
  staffRoles: staff.administrator,
  summary: 'Change what raises an alert; for redemptions that are looked at from now on',
  body: z.object({ rules: fraudRules, reason: adminReason, basedOn }),
  answer: fraudRulesState,
  message: 'Saved',
  refusals: ['setting_changed', 'setting_same'],
  rate: { perMinute: 30 },
});
