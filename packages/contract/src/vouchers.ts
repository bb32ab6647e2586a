import { z } from 'zod';
import { claimToken } from './link-tokens.ts';
import { shortText, timestamp, uuid } from './text.ts';
import { balanceShillings, shillings } from './money.ts';
import { endpoint } from './endpoint.ts';
import { openHold } from './holds.ts';
import { sample } from './example-values.ts';
import { shopCategory, town } from './merchants-places.ts';
import { cloth } from './purchases.ts';
import { voucherStatus } from './vouchers-status.ts';

/** A shop that accepts gifts, as the public sees it. */
export const shop = z.object({
  shopId: uuid,
  businessName: z.string(),
  primaryColor: z.string(),
  logoUrl: z.string().optional(),
  category: shopCategory.optional(),
  /** `Other` for a place outside the chief towns. */
  town: z.string().optional(),
  street: z.string().optional(),
  mapLink: z.string().optional(),
  /** Absent if the shop gives no opening hours. */
  hours: z
    .object({
      isOpen: z.boolean(),
      /** The time in Nairobi, `18:00`, at which it closes, or opens later today. */
      until: z.string().optional(),
    })
    .optional(),
});

export type Shop = z.infer<typeof shop>;

/** The number of shops in a town. */
const townCount = z.object({ town: z.string(), count: z.number().int().positive() });
export type TownCount = z.infer<typeof townCount>;

/** The most shops listed with a voucher; the others are found by name. */
export const SHOPS_SHOWN = 12;

export const publicVoucher = z.object({
  voucherId: uuid,
  status: voucherStatus,
  value: shillings,
  balance: balanceShillings,
  senderName: z.string(),
  recipientName: z.string(),
  message: z.string(),
  cloth,
  expiresAt: timestamp,
  /** Whether it can be spent now, so that `show-code` returns its code. */
  hasCode: z.boolean(),
  /** It cannot be redeemed now: support has frozen it, or an administrator's request waits. */
  isFrozen: z.boolean(),
  /** Amounts that shops have reserved, which are not in its balance; a release frees them. */
  holds: z.array(openHold),
  /** Whether the sender can be thanked, once; a voucher that a shop issued has no sender. */
  canBeThanked: z.boolean(),
  /** False for a shop's own voucher: it is spent there, and `shops` has that shop only. */
  canBeClaimed: z.boolean(),
  /** At most `SHOPS_SHOWN`, by name. */
  shops: z.array(shop),
  /** Number of all such shops. */
  shopCount: z.number().int().nonnegative(),
  /** Their towns, by name; empty while all are in one town or have given none. */
  towns: z.array(townCount),
});

export type PublicVoucher = z.infer<typeof publicVoucher>;

/** Without the code and without an effect: mail scanners and link previews follow links too. */
export const viewVoucher = endpoint({
  method: 'GET',
  path: '/api/vouchers/v1/public/:claimToken',
  audience: 'anyone',
  tag: 'Vouchers',
  summary: 'Get the voucher behind a claim link, without its code',
  isCompressed: true,
  params: z.object({ claimToken }),
  example: { params: { claimToken: sample.token } },
  answer: publicVoucher,
  refusals: ['voucher_not_found', 'voucher_not_yet_delivered', 'too_many_requests'],
  rate: { perMinute: 1_200, guesses: 60, token: { field: 'claimToken', perMinute: 60 } },
});

/** A POST, because it opens the gift: its buyer is notified and can no longer correct its recipient. */
export const showCodeByLink = endpoint({
  method: 'POST',
  path: '/api/vouchers/v1/public/show-code',
  audience: 'anyone',
  tag: 'Vouchers',
  summary: 'Get the code of the voucher behind a claim link, in four groups; opens the gift',
  body: z.object({ claimToken }),
  example: { body: { claimToken: sample.token } },
  answer: z.object({ code: z.string() }),
  refusals: [
    'voucher_not_found',
    'voucher_not_yet_delivered',
    'voucher_used',
    'voucher_claimed',
    'voucher_expired',
    'voucher_frozen',
    'voucher_void',
    'too_many_requests',
  ],
  rate: { perMinute: 1_200, guesses: 60, token: { field: 'claimToken', perMinute: 60 } },
});

export const findShops = endpoint({
  method: 'GET',
  path: '/api/vouchers/v1/shops',
  audience: 'anyone',
  tag: 'Vouchers',
  summary:
    'Find shops that accept gifts by a part of their name, by their town, or both; names that begin with the text first, at most 20',
  query: z
    .object({ search: shortText.optional(), town: town.optional() })
    .refine(({ search, town }) => (search ?? '') !== '' || town !== undefined, {
      path: ['search'],
      error: 'Please enter a name',
    }),
  example: { query: { search: 'Duka', town: 'Nakuru' } },
  answer: z.object({
    shops: z.array(shop),
    /** Whether there are more. */
    isMore: z.boolean(),
  }),
  refusals: ['too_many_requests'],
  rate: { perMinute: 1_200, guesses: 'none' },
});

export const claimVoucher = endpoint({
  method: 'POST',
  path: '/api/vouchers/v1/claim',
  audience: 'consumer',
  tag: 'Vouchers',
  summary: "Move the whole balance of a voucher into its recipient's wallet",
  body: z.object({ claimToken }),
  example: { body: { claimToken: sample.token } },
  answer: z.object({ voucherId: uuid, amount: shillings, walletBalance: balanceShillings }),
  message: 'Added to your wallet',
  refusals: [
    'voucher_not_found',
    'voucher_not_yet_delivered',
    'voucher_not_claimable',
    'claim_not_yours',
    'claim_not_verified',
    'voucher_used',
    'voucher_claimed',
    'voucher_expired',
    'voucher_frozen',
    'voucher_held',
    'voucher_void',
    'wallet_limit',
    'account_frozen',
  ],
  rate: { perMinute: 30 },
});

/** A voucher as the merchant API shows it. */
export const voucherObject = z.object({
  id: uuid,
  object: z.literal('voucher'),
  status: voucherStatus,
  amount: shillings.describe('Its original value, in whole shillings.'),
  balance: balanceShillings.describe('Its remaining balance, in whole shillings.'),
  currency: z.literal('KES'),
  expires_at: timestamp.describe('The last moment at which it can be redeemed.'),
});
