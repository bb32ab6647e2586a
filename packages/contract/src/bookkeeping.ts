import { z } from 'zod';
import { adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { basedOn, settingVersion } from './settings-versions.ts';
import { administratorRoles } from './roles.ts';
import { count } from './money.ts';
import { day, subjectLine } from './text.ts';
import { plainSymbols } from './pasted.ts';

const ofBookkeeping = { audience: 'admin', roles: administratorRoles.everybody, tag: 'Bookkeeping' } as const;

/**
 * Text that a spreadsheet would read as a formula. A journal's file must contain names unchanged, or the program would
 * not recognise them.
 */
const BEGINS_A_FORMULA = /^[=+\-@%|]/u;

const programText = subjectLine.refine((text) => !BEGINS_A_FORMULA.test(text) && !text.includes('"'), {
  error: 'Please begin with a letter or digit, and use no quotation marks',
});

/** An account of the bookkeeping program. Xero finds it by its code, QuickBooks Online by its name. */
const bookkeepingAccount = z.object({
  /** A kind of the ledger: `voucher`, `mpesa:collection`… */
  kind: z
    .string()
    .max(80)
    .regex(/^[a-z][a-z0-9:-]*$/u, { error: 'We do not know this account' }),
  /** Xero accepts ten characters. */
  code: z
    .string()
    .overwrite(plainSymbols)
    .regex(/^[A-Za-z0-9][A-Za-z0-9./-]{0,9}$/u, { error: 'Please use up to 10 letters and digits' }),
  /** The name exactly as in the program; `Parent:Sub` for a sub-account in QuickBooks. */
  name: programText,
});
export type BookkeepingAccount = z.infer<typeof bookkeepingAccount>;

/** Maps each kind of ledger account to an account of the bookkeeping program. Omitted kinds are unmapped. */
export const bookkeepingMap = z
  .object({
    accounts: z.array(bookkeepingAccount).max(60),
    /** Name of the tax rate in Xero, such as `Tax Exempt`. Xero requires a tax rate in each line of a journal. */
    xeroTaxRate: programText,
  })
  .superRefine(({ accounts }, context) => {
    const wrong = (index: number, name: string, message: string) =>
      context.addIssue({ code: 'custom', path: ['accounts', index, name], message });
    for (const [index, one] of accounts.entries()) {
      const before = accounts.slice(0, index);
      if (before.some(({ kind }) => kind === one.kind)) wrong(index, 'kind', 'This account is there twice');
      if (before.some(({ code, name }) => (code === one.code) !== (name === one.name))) {
        wrong(index, 'code', 'One code belongs to one name');
      }
    }
  });
export type BookkeepingMap = z.infer<typeof bookkeepingMap>;

/** The map as stored, without the rules for new maps. */
const storedMap = z.object({
  accounts: z.array(z.object({ kind: z.string(), code: z.string(), name: z.string() })),
  xeroTaxRate: z.string(),
});

export const bookkeepingMapVersion = settingVersion.extend({ map: storedMap });
export type BookkeepingMapVersion = z.infer<typeof bookkeepingMapVersion>;

const bookkeepingState = z.object({
  map: storedMap,
  /** The map that applies before the first change. */
  defaults: storedMap,
  /** All kinds of account of the ledger. */
  kinds: z.array(z.object({ kind: z.string(), side: z.enum(['debit', 'credit']) })),
  /** Newest first, at most a hundred. Empty while the defaults apply. */
  versions: z.array(bookkeepingMapVersion),
  latestVersionId: basedOn,
});

export const readBookkeepingMap = endpoint({
  ...ofBookkeeping,
  method: 'GET',
  path: '/api/admin/v1/bookkeeping/accounts',
  summary: 'Get the account of the bookkeeping program for each kind of account of the ledger',
  answer: bookkeepingState,
  refusals: [],
});

export const changeBookkeepingMap = endpoint({
  ...ofBookkeeping,
  method: 'POST',
  path: '/api/admin/v1/bookkeeping/accounts',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary: 'Change the map, for journals exported from now on',
  body: z.object({ map: bookkeepingMap, reason: adminReason, basedOn }),
  example: {
    body: {
      map: {
        accounts: [{ kind: 'mpesa:collection', code: '1010', name: 'M-PESA collection' }],
        xeroTaxRate: 'Tax Exempt',
      },
      reason: sample.reason,
      basedOn: sample.id,
    },
  },
  answer: bookkeepingState,
  message: 'Saved',
  refusals: ['setting_changed', 'setting_same', 'validation_failed'],
  rate: { perMinute: 30 },
});

/** Past Nairobi days, both inclusive, at most 366. */
const period = z.object({ from: day, to: day });
const example = { query: { from: '2026-10-01', to: '2026-10-31' } };

const cents = z.number().int().nonnegative();

/** A journal's amounts on one account, in cents. */
const journalLine = z.object({ code: z.string(), name: z.string(), debit: cents, credit: cents });
export type JournalLine = z.infer<typeof journalLine>;

export const journal = endpoint({
  ...ofBookkeeping,
  method: 'GET',
  path: '/api/admin/v1/bookkeeping/journal',
  summary:
    'Get the daily journals of a period, summed by account, in cents; and the files to download for each program',
  query: period,
  example,
  answer: z.object({
    accounts: z.array(journalLine),
    debit: cents,
    credit: cents,
    /** Number of days with postings. Each day is one journal. */
    journals: count,
    /** Periods, each of which is one file: Xero accepts at most 300 lines in a file. */
    files: z.object({
      quickbooks: z.array(period.extend({ lines: count })),
      xero: z.array(period.extend({ lines: count })),
    }),
    /** Kinds of account that have postings but no mapping. No file is made while there are any. */
    unmapped: z.array(z.string()),
  }),
  refusals: ['period_reversed', 'period_invalid', 'day_not_over'],
  rate: { perMinute: 120 },
});

export const journalCsv = endpoint({
  ...ofBookkeeping,
  method: 'GET',
  path: '/api/admin/v1/bookkeeping/journal/:program/csv',
  summary: 'Download daily journals for a bookkeeping program: journal-{program}-{from}-to-{to}.csv',
  params: z.object({ program: z.enum(['quickbooks', 'xero']) }),
  query: period,
  example: { params: { program: 'quickbooks' }, ...example },
  answer: z.unknown(),
  isExport: true,
  refusals: ['period_reversed', 'period_invalid', 'day_not_over', 'accounts_unmapped', 'journal_too_long'],
  rate: { perMinute: 20 },
});
