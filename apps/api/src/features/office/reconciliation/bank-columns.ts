import type { BankColumns } from '@zawadi/contract';
import { wordOf } from './statement-columns.ts';

/** Fields of a bank's statement, with the headings that banks in Kenya use for each. */
const headings = {
  date: [
    'transactiondate',
    'trandate',
    'txndate',
    'trxdate',
    'postingdate',
    'postdate',
    'bookingdate',
    'date',
  ],
  details: [
    'transactiondetails',
    'transactiondescription',
    'transactionparticulars',
    'details',
    'description',
    'narrative',
    'narration',
    'particulars',
    'remarks',
  ],
  reference: [
    'transactionreference',
    'transactionref',
    'bankreference',
    'bankreferencenumber',
    'reference',
    'referenceno',
    'referencenumber',
    'refno',
    'ref',
    'chequeno',
    'transactionid',
    'tranid',
  ],
  amount: ['amount', 'transactionamount'],
  debit: ['debit', 'debits', 'debitamount', 'moneyout', 'withdrawal', 'withdrawals', 'paidout', 'dr'],
  credit: ['credit', 'credits', 'creditamount', 'moneyin', 'deposit', 'deposits', 'paidin', 'cr'],
  balance: [
    'runningbalance',
    'bookbalance',
    'ledgerbalance',
    'balance',
    'closingbalance',
    'availablebalance',
  ],
} as const;

type Field = keyof typeof headings;
export type Fields = Partial<Record<Field, number>>;

/**
 * Finds the columns of a bank's statement.
 * @param chosen headings that the administrator chose for fields whose heading we do not know
 * @returns the index of each field's cell; undefined if these cells are not the headings of a bank's statement
 */
export function readBankHeadings(cells: readonly string[], chosen: BankColumns): Fields | undefined {
  const words = cells.map(plainWord);
  const fields: Fields = {};
  for (const [field, names] of Object.entries(headings) as [Field, readonly string[]][]) {
    const own = chosen[`${field}Column`];
    const wanted = own === undefined || own === '' ? names : [plainWord(own)];
    const at = wanted.map((name) => words.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) fields[field] = at;
  }
  const { date, details, balance, amount, debit, credit } = fields;
  const hasAmounts = amount !== undefined || (debit !== undefined && credit !== undefined);
  const isWhole = date !== undefined && details !== undefined && balance !== undefined && hasAmounts;
  return isWhole ? fields : undefined;
}

/** Normalises a heading without its currency: `Debit (KES)` and `DEBIT` are the same. */
function plainWord(cell: string): string {
  const word = wordOf(cell);
  return word.replace(/(?:kes|ksh)$/u, '') || word;
}
