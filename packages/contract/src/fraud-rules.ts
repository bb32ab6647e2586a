import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { actionOutcome, adminReason } from './approvals.ts';
import { fraudRule, fraudSeverity } from './fraud.ts';
import { administratorRoles } from './roles.ts';
import { basedOn, settableNumber, settingVersion } from './settings-versions.ts';
import { timestamp } from './text.ts';

const ofRules = { audience: 'admin', tag: 'Settings' } as const;

const from = (minimum: number, maximum: number) =>
  settableNumber(minimum, maximum, 'Please enter a whole number');

const isOn = z.boolean();

/** Thresholds from which something is unusual. Amounts are KES. From `high` on, an alert's severity is High. */
const BELOW_ALERT = 'This is below what raises an alert';

export const fraudRules = z
  .object({
    /** Redemptions within `withinMinutes`, by one person at the till or by the merchant's own system. */
    rapidRedemptions: z.object({
      isOn,
      withinMinutes: from(1, 60),
      byPerson: from(2, 1_000),
      bySystem: from(2, 100_000),
    }),
    /** Different vouchers of one phone number at one merchant within `withinHours`. */
    manyVouchersOnePhone: z.object({
      isOn,
      withinHours: from(1, 168),
      vouchers: from(2, 1_000),
      high: from(2, 1_000),
    }),
    /** A redemption of `times` the average of the last `comparedWith` redemptions, once there are `atLeast`. */
    unusuallyLarge: z.object({
      isOn,
      leastAmount: from(1, 250_000),
      comparedWith: from(10, 1_000),
      atLeast: from(1, 1_000),
      times: from(2, 100),
      high: from(2, 1_000),
    }),
    /** Redemptions up to `graceMinutes` before opening or after closing raise no alert. */
    outsideOpeningHours: z.object({ isOn, graceMinutes: from(0, 240) }),
    /**
     * Unknown voucher codes within `withinHours`: from one person or system at a merchant, from everyone at a merchant,
     * or from one IP address at any merchant. After twenty wrong codes a person or system is blocked in any case; this
     * cannot be switched off.
     */
    wrongCodes: z.object({
      isOn,
      withinHours: from(1, 168),
      byOne: from(2, 1_000),
      byShop: from(2, 10_000),
      byAddress: from(2, 10_000),
    }),
    /** Number or value of redemptions at one merchant within an hour. */
    shopVelocity: z.object({ isOn, redemptions: from(2, 1_000_000), amount: from(1, 1_000_000_000) }),
    /** Number or value of one consumer's paid purchases within `withinHours`. */
    buyerVelocity: z.object({
      isOn,
      withinHours: from(1, 168),
      purchases: from(2, 1_000),
      amount: from(1, 100_000_000),
    }),
    /** Reversals by one merchant, refunds of one buyer, and refunds requested by one administrator. */
    manyRefunds: z.object({
      isOn,
      withinHours: from(1, 168),
      ofMerchant: from(2, 10_000),
      ofBuyer: from(2, 1_000),
      byAdministrator: from(2, 10_000),
    }),
    /** Accounts that verified the same phone number or were paid to it, and buyers whose gifts it paid for. */
    sharedPhone: z.object({ isOn, withinDays: from(1, 60), accounts: from(2, 100), buyers: from(2, 1_000) }),
    /** Money that one wallet received and paid out again within `withinHours`: the smaller of both sums. */
    passThrough: z.object({
      isOn,
      withinHours: from(1, 168),
      amount: from(1, 100_000_000),
      high: from(1, 100_000_000),
    }),
    /** Different buyers whose gifts one consumer claimed within `withinDays`. */
    manyGivers: z.object({
      isOn,
      withinDays: from(1, 60),
      givers: from(2, 1_000),
      high: from(2, 1_000),
    }),
    /**
     * Purchases, or withdrawals, of one consumer within `withinHours`, each less than `percent` % below the same limit:
     * the limit for one transaction, or the amount from which two administrators decide. The daily limit counts the
     * days on which the sum came that close to it.
     */
    justBelowLimit: z.object({
      isOn,
      withinHours: from(1, 720),
      percent: from(1, 50),
      times: from(2, 1_000),
    }),
    /** Records (consumers, payments, vouchers …) whose masked contacts one administrator showed within `withinHours`. */
    manyContactsShown: z.object({ isOn, withinHours: from(1, 168), records: from(2, 10_000) }),
  })
  .superRefine((rules, context) => {
    const { manyVouchersOnePhone: phone, unusuallyLarge: large, passThrough, manyGivers } = rules;
    const wrong = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (phone.high < phone.vouchers) wrong(['manyVouchersOnePhone', 'high'], BELOW_ALERT);
    if (large.high < large.times) wrong(['unusuallyLarge', 'high'], BELOW_ALERT);
    if (passThrough.high < passThrough.amount) wrong(['passThrough', 'high'], BELOW_ALERT);
    if (manyGivers.high < manyGivers.givers) wrong(['manyGivers', 'high'], BELOW_ALERT);
    if (large.atLeast > large.comparedWith) {
      wrong(['unusuallyLarge', 'atLeast'], 'This is more than are compared');
    }
  });

export type FraudRules = z.infer<typeof fraudRules>;

/** Names of the fraud rules on screens. */
export const fraudRuleTitles = {
  rapidRedemptions: 'Rapid redemptions',
  manyVouchersOnePhone: 'Many vouchers of one phone',
  unusuallyLarge: 'Unusually large',
  outsideOpeningHours: 'Outside opening hours',
  wrongCodes: 'Wrong codes',
  shopVelocity: 'Busy shop',
  buyerVelocity: 'Busy buyer',
  manyRefunds: 'Many refunds',
  sharedPhone: 'Shared phone',
  passThrough: 'Received and withdrawn',
  manyGivers: 'Many givers',
  justBelowLimit: 'Just below a limit',
  manyContactsShown: 'Many contacts shown',
} as const satisfies Record<keyof FraudRules, string>;

export const fraudRulesVersion = settingVersion.extend({ rules: fraudRules });

export type FraudRulesVersion = z.infer<typeof fraudRulesVersion>;

const fraudRulesState = z.object({
  rules: fraudRules,
  /** The fraud rules that apply before the first change. */
  defaults: fraudRules,
  /** Newest first, at most a hundred. Empty while the defaults apply. */
  versions: z.array(fraudRulesVersion),
  latestVersionId: basedOn,
});

export const readFraudRules = endpoint({
  ...ofRules,
  method: 'GET',
  path: '/api/admin/v1/fraud-rules',
  roles: administratorRoles.everybody,
  summary: 'Get the rules that raise a fraud alert, and their past versions',
  answer: fraudRulesState,
  refusals: [],
});

export const exampleFraudRules: FraudRules = {
  rapidRedemptions: { isOn: true, withinMinutes: 5, byPerson: 10, bySystem: 100 },
  manyVouchersOnePhone: { isOn: true, withinHours: 24, vouchers: 5, high: 10 },
  unusuallyLarge: {
    isOn: true,
    leastAmount: 5_000,
    comparedWith: 100,
    atLeast: 20,
    times: 5,
    high: 10,
  },
  outsideOpeningHours: { isOn: true, graceMinutes: 30 },
  wrongCodes: { isOn: true, withinHours: 24, byOne: 10, byShop: 30, byAddress: 100 },
  shopVelocity: { isOn: true, redemptions: 500, amount: 500_000 },
  buyerVelocity: { isOn: true, withinHours: 24, purchases: 10, amount: 250_000 },
  manyRefunds: { isOn: true, withinHours: 24, ofMerchant: 10, ofBuyer: 3, byAdministrator: 20 },
  sharedPhone: { isOn: true, withinDays: 30, accounts: 3, buyers: 5 },
  passThrough: { isOn: true, withinHours: 24, amount: 20_000, high: 100_000 },
  manyGivers: { isOn: true, withinDays: 7, givers: 10, high: 30 },
  justBelowLimit: { isOn: true, withinHours: 72, percent: 5, times: 3 },
  manyContactsShown: { isOn: true, withinHours: 24, records: 50 },
};

export const changeFraudRules = endpoint({
  ...ofRules,
  method: 'POST',
  path: '/api/admin/v1/fraud-rules',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary:
    'Change the rules that raise a fraud alert from now on; a second administrator approves rules that find less',
  body: z.object({ rules: fraudRules, reason: adminReason, basedOn }),
  example: {
    body: {
      rules: exampleFraudRules,
      reason: sample.reason,
      basedOn: sample.id,
    },
  },
  answer: fraudRulesState.extend({ action: actionOutcome }),
  message: 'Saved',
  refusals: ['setting_changed', 'setting_same', 'approval_open'],
  rate: { perMinute: 30 },
});

const previewedAlert = z.object({
  severity: fraudSeverity,
  description: z.string(),
  at: timestamp,
  aboutName: z.string(),
});

const previewCount = z.object({ count: z.number().int(), isMore: z.boolean() });

export const previewFraudRules = endpoint({
  ...ofRules,
  method: 'POST',
  path: '/api/admin/v1/fraud-rules/preview',
  roles: administratorRoles.administrator,
  summary:
    'Preview how many alerts other rules would have raised in the last 30 days, compared with the rules in force',
  body: z.object({ rules: fraudRules }),
  example: { body: { rules: exampleFraudRules } },
  answer: z.object({
    /** Number of days that the preview covers: 30, or fewer if reading so much history takes too long. */
    days: z.number().int(),
    rules: z.array(
      z.object({
        rule: fraudRule,
        /** Number of alerts that the rules in force would raise. */
        today: previewCount,
        previewed: previewCount,
        /** The newest alerts that the previewed rules would raise. */
        newest: z.array(previewedAlert),
      }),
    ),
  }),
  refusals: ['preview_too_long'],
  rate: { perMinute: 10 },
});
export type FraudRulesPreview = z.infer<typeof previewFraudRules.answer>;
