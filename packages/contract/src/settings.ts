import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { stopInForce } from './stops.ts';
import { shortText, timestamp } from './text.ts';
import { balanceShillings } from './money.ts';

export const publicSettings = endpoint({
  method: 'GET',
  path: '/api/settings/v1/public',
  audience: 'anyone',
  tag: 'Settings',
  summary: 'Get fees, limits and features that screens show before a user confirms',
  answer: z.object({
    depositFeeBasisPoints: z.number().int(),
    withdrawalFeeBasisPoints: z.number().int(),
    minimumPurchase: balanceShillings,
    minimumWithdrawal: balanceShillings,
    maximumTransaction: balanceShillings,
    features: z.object({
      cardPayment: z.boolean(),
      redeemByCode: z.boolean(),
      basket: z.boolean(),
      giftsFromWallet: z.boolean(),
      giftPhotos: z.boolean(),
    }),
    stops: z.array(stopInForce),
    /** Present while M-PESA has not answered us for minutes. */
    isMpesaSilent: z.literal(true).optional(),
    /** How people reach the operator. Phone and hours only if the operator has set them. */
    support: z.object({
      email: z.string(),
      phone: z.string().optional(),
      /** Days of the week, 1 is Monday; hours in Nairobi as `HH:MM`, until 24:00. */
      hours: z
        .object({
          firstDay: z.number().int(),
          lastDay: z.number().int(),
          opens: z.string(),
          closes: z.string(),
        })
        .optional(),
    }),
    /** URL of the sandbox's page with test phones; absent with the real M-PESA. */
    sandboxPhoneUrl: z.string().optional(),
  }),
  refusals: [],
  rate: { perMinute: 6_000, guesses: 'none' },
});

export type PublicSettings = (typeof publicSettings)['answer']['_output'];

/** Features that an administrator can switch on. All are off at first. */
export const featureName = z.enum([
  'requirePasskeys',
  'redeemByCode',
  'cardPayment',
  'basket',
  'giftsFromWallet',
  'giftPhotos',
  'settlementsOnDemand',
  'aliases',
  'ussd',
]);

export type FeatureName = z.infer<typeof featureName>;

export const featureSwitch = z.object({
  name: featureName,
  isOn: z.boolean(),
  /** False while configuration for the feature is missing. The feature then cannot be switched on. */
  canBeOn: z.boolean(),
  /** The latest change: when, by which administrator and why. Absent before the first change. */
  changed: z.object({ at: timestamp, by: z.string(), reason: z.string() }).optional(),
});

export type FeatureSwitch = z.infer<typeof featureSwitch>;

export const featureSwitches = endpoint({
  method: 'GET',
  path: '/api/admin/v1/settings/features',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: 'List the features that can be switched on and off',
  answer: z.object({ switches: z.array(featureSwitch) }),
  refusals: [],
});

export const changeFeatureSwitch = endpoint({
  method: 'POST',
  path: '/api/admin/v1/settings/features',
  needsStepUp: true,
  audience: 'admin',
  roles: administratorRoles.administrator,
  tag: 'Administration',
  summary: 'Switch a feature on or off, for all users, within a second',
  body: z.object({
    name: featureName,
    isOn: z.boolean(),
    // A copy of `adminReason`: importing its file would make consumers' pages larger.
    reason: shortText.refine((value) => value.length > 0, { error: 'Please give a reason' }),
  }),
  example: { body: { name: 'cardPayment', isOn: false, reason: sample.reason } },
  answer: featureSwitch,
  message: 'Saved',
  refusals: ['card_provider_missing', 'own_passkey_missing'],
  rate: { perMinute: 30 },
});
