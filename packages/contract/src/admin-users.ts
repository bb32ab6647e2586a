import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { cursor, day, language, shortText, timestamp, uuid } from './text.ts';
import { lostContactCase } from './lost-contacts.ts';
import { balanceShillings, shillings } from './money.ts';
import { administratorRoles } from './roles.ts';
import { transactionType } from './transactions.ts';
import { walletFreeze } from './users.ts';
import { ussdPinState } from './ussd-pins.ts';
import { ussdSessions } from './ussd-sessions.ts';
import { voucherStatus } from './vouchers-status.ts';

const ofUsers = { audience: 'admin', tag: 'Users' } as const;
const ofUser = z.object({ userId: uuid });
const pageSize = z.coerce.number().int().min(1).max(100).default(20);

export const userStatus = z.enum(['ACTIVE', 'FROZEN', 'DELETED']);

/** Number of rows of a list: exact up to 10,000, shown as "10,000+" beyond. */
export const listTotal = z.object({ count: z.number().int().nonnegative(), isMore: z.boolean() });
export type ListTotal = z.infer<typeof listTotal>;

/** A consumer in the list. */
export const listedUser = z.object({
  userId: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** The verified number, or else the number that awaits verification. Empty once the account is closed. */
  phoneNumber: z.string(),
  phoneVerified: z.boolean(),
  status: userStatus,
  walletBalance: balanceShillings,
  createdAt: timestamp,
  lastLogin: timestamp.optional(),
});
export type ListedUser = z.infer<typeof listedUser>;

/** Days are in Nairobi and inclusive: the first and last day of sign-up. */
const filters = z.object({
  /** Words of a name, the beginning of an email address, a phone number in any spelling or its last digits, or an id. */
  search: shortText.optional(),
  status: userStatus.optional(),
  from: day.optional(),
  to: day.optional(),
});
export type UserFilters = z.infer<typeof filters>;

export const adminListUsers = endpoint({
  ...ofUsers,
  method: 'GET',
  path: '/api/admin/v1/users',
  roles: administratorRoles.everybody,
  summary: 'List consumers, newest first',
  query: filters.extend({ cursor: cursor.optional(), limit: pageSize }),
  answer: z.object({ users: z.array(listedUser), nextCursor: cursor.optional(), total: listTotal }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const adminUsersCsv = endpoint({
  ...ofUsers,
  method: 'GET',
  path: '/api/admin/v1/users.csv',
  roles: administratorRoles.helping,
  summary:
    'Download the filtered consumers as a file: users-{yyyy-MM-dd}.csv, streamed; the download is in the audit log',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 10 },
});

/** A limit on wrong attempts, after which an action is refused for a while. */
export const userLock = z.object({
  kind: z.enum([
    'sign-in',
    'password',
    'second-factor',
    'phone-code',
    'reset-code',
    'withdrawal-code',
    'verification-mail',
  ]),
  /** Number of wrong attempts that count now. */
  tries: z.number().int().nonnegative(),
  /** Seconds until the next attempt is allowed; 0 if it is allowed now. */
  waitSeconds: z.number().int().nonnegative(),
});
export type UserLock = z.infer<typeof userLock>;

export const adminUser = listedUser.extend({
  /** An email address or phone number that awaits verification. */
  pendingEmail: z.string().optional(),
  pendingPhone: z.string().optional(),
  /** The name that M-PESA reported for the verified number at a pay-out. */
  registeredName: z.string().optional(),
  nameVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  notifications: z.boolean(),
  emailAlerts: z.boolean(),
  language,
  passwordChangedAt: timestamp.optional(),
  phoneChangedAt: timestamp.optional(),
  closedAt: timestamp.optional(),
  /** The administrators' freeze; present only while it lasts. */
  frozen: z.object({ at: timestamp, by: z.string(), reason: z.string() }).optional(),
  /** The owner's own freeze, which only the owner ends; present only while it lasts. */
  walletFreeze: walletFreeze.optional(),
  /** The case in which support replaces both contacts of the account, and its outcome. */
  lostContacts: lostContactCase.optional(),
  /** The PIN for USSD; absent if the person has none. */
  ussdPin: ussdPinState.optional(),
  /** KES reserved by open withdrawals. */
  onItsWay: balanceShillings,
  /** Number of open purchases and withdrawals. An account with any cannot be closed. */
  openPayments: z.number().int().nonnegative(),
  vouchersBought: z.number().int().nonnegative(),
  vouchersReceived: z.number().int().nonnegative(),
  /** Only locks with wrong attempts that count. */
  locks: z.array(userLock),
});
export type AdminUser = z.infer<typeof adminUser>;

export const adminUserDetail = endpoint({
  ...ofUsers,
  method: 'GET',
  path: '/api/admin/v1/users/:userId',
  roles: administratorRoles.everybody,
  summary: 'Get one consumer: contacts, wallet, verification, locks',
  params: ofUser,
  example: { params: { userId: sample.id } },
  answer: adminUser,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

/** One line of a wallet's statement. */
export const walletEntry = z.object({
  entryId: uuid,
  at: timestamp,
  /** The ledger's name of the event, such as `claim` or `withdrawal_reserved`. */
  kind: z.string(),
  /** The event in plain words. */
  description: z.string(),
  /** KES; negative for money that left the wallet. */
  amount: z.number().int(),
  balanceAfter: balanceShillings,
  /** M-PESA's receipt, or else our short reference. */
  reference: z.string().optional(),
  /** The transaction that caused this entry; absent if it has no page of its own. */
  transaction: z.object({ type: transactionType, transactionId: uuid }).optional(),
});
export type WalletEntry = z.infer<typeof walletEntry>;

export const adminUserWallet = endpoint({
  ...ofUsers,
  method: 'GET',
  path: '/api/admin/v1/users/:userId/wallet',
  roles: administratorRoles.everybody,
  summary: 'List the statement of a wallet, newest first',
  params: ofUser,
  query: z.object({ cursor: cursor.optional(), limit: pageSize }),
  example: { params: { userId: sample.id } },
  answer: z.object({
    balance: balanceShillings,
    entries: z.array(walletEntry),
    nextCursor: cursor.optional(),
  }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

/** A user's voucher. It contains nothing with which the voucher could be spent. */
export const userVoucher = z.object({
  voucherId: uuid,
  lastFour: z.string(),
  status: voucherStatus,
  value: shillings,
  balance: balanceShillings,
  senderName: z.string(),
  recipientName: z.string(),
  issuedAt: timestamp,
  deliverAt: timestamp,
  expiresAt: timestamp,
});
export type UserVoucher = z.infer<typeof userVoucher>;

export const adminUserVouchers = endpoint({
  ...ofUsers,
  method: 'GET',
  path: '/api/admin/v1/users/:userId/vouchers',
  roles: administratorRoles.everybody,
  summary:
    'List vouchers that a user bought, or that were sent to one of their verified contacts, newest first',
  params: ofUser,
  query: z.object({
    show: z.enum(['bought', 'received']).default('bought'),
    cursor: cursor.optional(),
    limit: pageSize,
  }),
  example: { params: { userId: sample.id } },
  answer: z.object({ vouchers: z.array(userVoucher), nextCursor: cursor.optional() }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const adminUserUssd = endpoint({
  ...ofUsers,
  method: 'GET',
  path: '/api/admin/v1/users/:userId/ussd',
  roles: administratorRoles.everybody,
  summary:
    'List the USSD sessions of a user’s verified phone number; reading is recorded with the user’s page',
  params: ofUser,
  example: { params: { userId: sample.id } },
  answer: ussdSessions,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const adminUserDevices = endpoint({
  ...ofUsers,
  method: 'GET',
  path: '/api/admin/v1/users/:userId/devices',
  roles: administratorRoles.everybody,
  summary: 'List the devices on which a user is signed in, latest used first',
  params: ofUser,
  example: { params: { userId: sample.id } },
  answer: z.object({
    devices: z.array(
      z.object({
        id: uuid,
        browser: z.string(),
        system: z.string(),
        /** Masked IP address. */
        address: z.string(),
        signedInAt: timestamp,
        lastUsedAt: timestamp,
        getsPush: z.boolean(),
        /** Thumbprint of the device key, for the block list; absent if the browser proves no key. */
        deviceKey: z.string().optional(),
      }),
    ),
  }),
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});
