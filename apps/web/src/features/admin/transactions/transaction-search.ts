import type { TransactionFilters as Asked } from '@zawadi/contract/transactions';
import { plainSymbols } from '@zawadi/contract/pasted';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';
import { chosenDay, chosenOf, onlyChosen, searchedText } from '../../lists/search-params.ts';

export type TransactionFilters = Omit<Asked, 'isUnconfirmed'> & { isUnconfirmed?: true | undefined };

// Every page loads this file with the routes, so it must not import the contract's schemas and their library.
export const MOVEMENT_TYPES = [
  'Deposit',
  'Withdrawal',
  'Redemption',
  'Claim',
  'Settlement',
  'Refund',
] as const satisfies readonly NonNullable<TransactionFilters['type']>[];
export const MOVEMENT_STATUSES = ['Success', 'Pending', 'Failed'] as const satisfies readonly NonNullable<
  TransactionFilters['status']
>[];

const REFUND_STATES = [
  'refunded',
  'partly_refunded',
  'reversed',
  'taken_back',
] as const satisfies readonly NonNullable<TransactionFilters['refundState']>[];

/** Largest amount that the list can be filtered by. */
export const MOST_SHILLINGS = 100_000_000;

/** Reads the filters of the transactions list from the URL. */
export function transactionSearch(params: Record<string, unknown>): TransactionFilters {
  return onlyChosen<TransactionFilters>({
    search: searchedText(params['search']),
    type: chosenOf(MOVEMENT_TYPES, params['type']),
    status: chosenOf(MOVEMENT_STATUSES, params['status']),
    isUnconfirmed: params['isUnconfirmed'] === true || params['isUnconfirmed'] === 'true' ? true : undefined,
    refundState: chosenOf(REFUND_STATES, params['refundState']),
    merchantCode: shopCode(params['merchantCode']),
    from: chosenDay(params['from']),
    to: chosenDay(params['to']),
    minimumAmount: wholeShillings(params['minimumAmount']),
    maximumAmount: wholeShillings(params['maximumAmount']),
  });
}

/** Returns a typed merchant code in its normal form; undefined while it is invalid. */
export function shopCode(value: unknown): string | undefined {
  const code = typeof value === 'string' ? plainSymbols(value).toUpperCase() : '';
  return /^[A-Z0-9]{3,12}$/u.test(code) ? code : undefined;
}

/** Parses whole shillings from a URL or a field. */
function wholeShillings(value: unknown): number | undefined {
  if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  const amount = typeof value === 'number' ? value : shillingsTyped(value);
  return Number.isInteger(amount) && amount >= 0 && amount <= MOST_SHILLINGS ? amount : undefined;
}
