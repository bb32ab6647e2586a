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
import { stopSentence } from './stops.ts';

/** A shop that accepts gifts, as the public sees it. */
export const shop = z.object({
  /** Id of the place: a merchant with several places is listed once for each. */
  shopId: uuid,
  businessName: z.string(),
  /** Name of the place, if the merchant has several. */
  place: z.string().optional(),
  primaryColor: z.string(),
  logoUrl: z.string().optional(),
  category: shopCategory.optional(),
  /** `Other` if the shop is outside the chief towns. */
  town: z.string().optional(),
  street: z.string().optional(),
  mapLink: z.string().optional(),
  /** Absent if the shop has set no opening hours. */
  hours: z
    .object({
      isOpen: z.boolean(),
      /** When the shop closes, or opens later today: a time in Nairobi, `18:00`. */
      until: z.string().optional(),
    })
    .optional(),
});

export type Shop = z.infer<typeof shop>;

/** The number of shops in a town. */
const townCount = z.object({ town: z.string(), count: z.number().int().positive() });
export type TownCount = z.infer<typeof townCount>;

/** The most shops that a voucher's page lists. People find other shops by name. */
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
  /** Whether the voucher can be spent now. Only then `show-code` returns its code. */
  hasCode: z.boolean(),
  /**
   * Whether the voucher cannot be redeemed now: support has frozen it, or an administrator's request about it waits.
   */
  isFrozen: z.boolean(),
  /** Amounts that shops have reserved. The balance does not include them; a release returns them to it. */
  holds: z.array(openHold),
  /** Whether the giver has added a photo. `showGiftPhoto` returns it. */
  hasPhoto: z.boolean(),
  /** Whether the sender can still be thanked. A voucher that a shop issued has no sender. */
  canBeThanked: z.boolean(),
  /** False for an open shop's own voucher: it can be spent only at that shop, and `shops` lists only that shop. */
  canBeClaimed: z.boolean(),
  /** Whether the shop that made the voucher has closed. `expiresAt` is then the last moment to claim it. */
  isShopClosed: z.boolean(),
  /** Sentences of administrators who have stopped claiming or redeeming. */
  stops: z.array(stopSentence),
  /** Shops that accept the voucher, by name, at most `SHOPS_SHOWN`. */
  shops: z.array(shop),
  /** Number of all shops that accept the voucher. */
  shopCount: z.number().int().nonnegative(),
  /** Towns of these shops, by name. Empty if all shops are in one town or have set none. */
  towns: z.array(townCount),
});

export type PublicVoucher = z.infer<typeof publicVoucher>;

/** Shows no code and changes nothing, because mail scanners and link previews also open links. */
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

/** A POST, because it opens the gift: the buyer is notified and can no longer correct the recipient. */
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

/** Only places of the merchant to which this place belongs, for a voucher that one merchant accepts. */
const sameShopAs = uuid;

export const findShops = endpoint({
  method: 'GET',
  path: '/api/vouchers/v1/shops',
  audience: 'anyone',
  tag: 'Vouchers',
  summary:
    'Find shops that accept gifts by words of their name, by their town, or both; names that begin with the text first, at most 20',
  query: z
    .object({
      search: shortText.optional(),
      town: town.optional(),
      sameShopAs: sameShopAs.optional(),
    })
    .refine(({ search, town }) => (search ?? '') !== '' || town !== undefined, {
      path: ['search'],
      error: 'Please enter a name',
    }),
  example: { query: { search: 'Duka', town: 'Nakuru' } },
  answer: z.object({
    shops: z.array(shop),
    /** Whether more shops match than are listed. */
    isMore: z.boolean(),
  }),
  refusals: ['too_many_requests'],
  rate: { perMinute: 1_200, guesses: 'none' },
});

const nearShop = shop.extend({ distanceMetres: z.number().int().nonnegative() });
export type NearShop = z.infer<typeof nearShop>;

/** A POST, so that no log of addresses has the person's position. We do not store it. */
export const findNearShops = endpoint({
  method: 'POST',
  path: '/api/vouchers/v1/shops/near',
  audience: 'anyone',
  tag: 'Vouchers',
  summary: 'Find the 20 nearest shops that accept gifts and have a place on the map',
  body: z.object({
    /** Degrees north. */
    latitude: z.number().min(-90).max(90),
    /** Degrees east. */
    longitude: z.number().min(-180).max(180),
    sameShopAs: sameShopAs.optional(),
  }),
  example: { body: { latitude: -1.283, longitude: 36.822 } },
  answer: z.object({
    shops: z.array(nearShop),
    /** How many shops have no place on the map, and are therefore not listed. */
    withoutMap: z.number().int().nonnegative(),
  }),
  refusals: ['too_many_requests'],
  rate: { perMinute: 1_200, guesses: 'none' },
});

export const claimVoucher = endpoint({
  method: 'POST',
  path: '/api/vouchers/v1/claim',
  audience: 'consumer',
  tag: 'Vouchers',
  isRefusedToBlocked: true,
  summary: "Move the whole balance of a voucher into its recipient's wallet",
  body: z.object({ claimToken }),
  example: { body: { claimToken: sample.token } },
  answer: z.object({ voucherId: uuid, amount: shillings, walletBalance: balanceShillings }),
  message: 'Added to your wallet',
  refusals: [
    'claiming_stopped',
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
  amount: shillings.describe('Original value of the voucher, in whole shillings.'),
  balance: balanceShillings.describe('Remaining balance of the voucher, in whole shillings.'),
  currency: z.literal('KES'),
  expires_at: timestamp.describe('The last moment at which the voucher can be redeemed.'),
});
