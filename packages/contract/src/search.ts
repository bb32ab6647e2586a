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

/** Whether the search text equals the whole receipt, number, address, code or reference of this result. */
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
  /** The purchase that paid for this voucher, or for the voucher that it replaced. Absent if a merchant issued it. */
  purchaseId: uuid.optional(),
});

const foundSettlement = z.object({
  ...named,
  batchId: z.string(),
  businessName: z.string(),
  amount: shillings,
  status: settlementStatus,
  date: timestamp,
  /** The payee of the batch, shortened. */
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
  // A POST, because the text may be a voucher's code, and a URL must not contain one.
  method: 'POST',
  path: '/api/admin/v1/search',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Search',
  summary:
    'Search for anything that a caller reads out: people, merchants, payments, vouchers, batches, closest first',
  body: z.object({
    /** The text may be a whole message that contains a code. */
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
    /** How the text was understood. The audit log records that a voucher was found by its whole code or link. */
    readAs: z.enum(['text', 'code', 'mistyped-code', 'link']),
    people: z.array(foundPerson),
    merchants: z.array(foundMerchant),
    payments: z.array(transaction.extend(named)),
    vouchers: z.array(foundVoucher),
    settlements: z.array(foundSettlement),
    statementLines: z.array(foundStatementLine),
    letters: z.array(foundLetter),
    /** Kinds of which more results exist than are listed. */
    more: z.array(z.enum(['people', 'merchants', 'payments', 'vouchers', 'settlements'])),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});
