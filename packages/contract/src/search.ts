import { z } from 'zod';
import { userStatus } from './admin-users.ts';
import { endpoint } from './endpoint.ts';
import { merchantStatus } from './merchants.ts';
import { balanceShillings, shillings } from './money.ts';
import { settlementStatus } from './settlements.ts';
import { administratorRoles } from './roles.ts';
import { timestamp, uuid } from './text.ts';
import { transaction } from './transactions.ts';
import { voucherStatus } from './vouchers-status.ts';
import { isWellFormed, trimmedEnds } from './pasted.ts';

/** Whether the search text is exactly this: the whole receipt, number, address, code or reference. */
const named = { isNamed: z.boolean() };

const foundPerson = z.object({
  ...named,
  userId: uuid,
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string().optional(),
  status: userStatus,
});

const foundMerchant = z.object({
  ...named,
  merchantCode: z.string(),
  businessName: z.string(),
  status: merchantStatus,
});

const foundVoucher = z.object({
  ...named,
  voucherId: uuid,
  codeLastFour: z.string(),
  senderName: z.string(),
  recipientName: z.string(),
  status: voucherStatus,
  isFrozen: z.boolean(),
  /** KES. */
  value: balanceShillings,
  balance: balanceShillings,
  issuedAt: timestamp,
  /** The purchase that paid for it, or for the voucher it replaced; absent if a merchant issued it. */
  purchaseId: uuid.optional(),
});

const foundSettlement = z.object({
  ...named,
  batchId: z.string(),
  businessName: z.string(),
  amount: shillings,
  status: settlementStatus,
  date: timestamp,
  /** The payee, shortened. */
  destination: z.string(),
});

/** A line of M-PESA's statements. */
const foundStatementLine = z.object({
  ...named,
  itemId: uuid,
  receipt: z.string(),
  details: z.string(),
  at: timestamp,
  isOpen: z.boolean(),
});

const foundLetter = z.object({
  ...named,
  supportRequestId: uuid,
  businessName: z.string(),
  subject: z.string(),
  at: timestamp,
  isAnswered: z.boolean(),
});

export const searchEverything = endpoint({
  // A POST, because the text may be a voucher's code, which must not be in a URL.
  method: 'POST',
  path: '/api/admin/v1/search',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Search',
  summary:
    'Search for anything that a caller reads out: people, merchants, payments, vouchers, batches, closest first',
  body: z.object({
    /** May be a whole message that contains a code. */
    text: z
      .string()
      .transform((typed) => trimmedEnds(typed.normalize('NFC').replace(/\s+/gu, ' ')))
      .refine((typed) => typed.length >= 2, { error: 'Please type at least two characters' })
      .refine((typed) => typed.length <= 1_000 && isWellFormed(typed) && !typed.includes('\u0000'), {
        error: 'Please use at most 1,000 characters',
      }),
  }),
  example: { body: { text: 'NOSUCH1' } },
  answer: z.object({
    /** How the text was understood. Finding a voucher by its whole code or link is in the audit log. */
    readAs: z.enum(['text', 'code', 'mistyped-code', 'link']),
    people: z.array(foundPerson),
    merchants: z.array(foundMerchant),
    payments: z.array(transaction.extend(named)),
    vouchers: z.array(foundVoucher),
    settlements: z.array(foundSettlement),
    statementLines: z.array(foundStatementLine),
    letters: z.array(foundLetter),
    /** Kinds with more results than are listed here. */
    more: z.array(z.enum(['people', 'merchants', 'payments', 'vouchers', 'settlements'])),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});
