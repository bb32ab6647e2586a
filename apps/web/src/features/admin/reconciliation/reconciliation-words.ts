import type { ReconciliationState, StatementAccount } from '@zawadi/contract/reconciliation';
import type {
  Correction,
  ReconciliationItem,
  ReconciliationStatus,
} from '@zawadi/contract/reconciliation-items';

export const ACCOUNT_WORDS: Record<StatementAccount, string> = {
  collection: 'Collection',
  utility: 'Utility',
  working: 'Working',
  bank: 'Bank',
};

/** The keeper of the account. */
export function keeperOf(account: StatementAccount): string {
  return account === 'bank' ? 'the bank' : 'M-PESA';
}

export const ACCOUNT_OPTIONS = [
  { value: 'collection', label: 'Collection: what customers pay into' },
  { value: 'utility', label: 'Utility: what phones are paid from' },
  { value: 'working', label: 'Working: what businesses and charges are paid from' },
  { value: 'bank', label: 'Bank: what merchants are paid from' },
] as const satisfies readonly { value: StatementAccount; label: string }[];

export const STATE_WORDS: Record<ReconciliationState, string> = {
  matched: 'Matched',
  missing_here: 'Missing here',
  missing_there: 'Missing there',
  amount_differs: 'Amount differs',
  no_longer_there: 'No longer there',
};

/** Explains a state and its usual cause. */
export function stateHelp(state: ReconciliationState, account: StatementAccount): string {
  return (account === 'bank' ? BANK_STATE_HELP[state] : undefined) ?? STATE_HELP[state];
}

const BANK_STATE_HELP: Partial<Record<ReconciliationState, string>> = {
  matched: 'The bank and our ledger agree.',
  missing_here:
    'The bank has it, our ledger has not. Book it at the posting desk, or mark the batch that the bank paid. The line agrees a minute later.',
  amount_differs: 'Both have it, with different amounts. Book the rest at the posting desk, or explain it.',
  no_longer_there: 'An earlier statement showed it, this one of the same days does not. Ask the bank.',
};

const STATE_HELP: Record<ReconciliationState, string> = {
  matched: 'M-PESA and our ledger agree.',
  missing_here: 'M-PESA has it, our ledger has not. Ask M-PESA first: its answer may post it automatically.',
  missing_there: 'Our ledger has it, the statement has not. A statement of a longer period may show it.',
  amount_differs: 'Both have it, with different amounts.',
  no_longer_there:
    'An earlier statement or list showed it, this one of the same time does not. Ask M-PESA which of the two is right.',
};

export const STATUS_WORDS: Record<ReconciliationStatus, string> = {
  open: 'Open',
  waiting: 'Waits for approval',
  agrees: 'Agrees',
  booked: 'Booked',
  explained: 'Explained',
};

const CORRECTIONS: readonly { value: Correction; label: string; effect: string }[] = [
  {
    value: 'suspense',
    label: 'Suspense: money that fits nothing',
    effect: 'The difference waits in suspense until its owner is known.',
  },
  {
    value: 'charge',
    label: 'Charge of M-PESA',
    effect: 'The difference becomes an expense, or lowers one.',
  },
  {
    value: 'capital',
    label: 'Float put in or taken out',
    effect: 'The difference counts as the operator’s own money.',
  },
  {
    value: 'moved',
    label: 'Moved between our M-PESA accounts',
    effect: 'The difference came from, or went to, our other account.',
  },
  {
    value: 'loss',
    label: 'Loss: M-PESA does not have it',
    effect: 'The difference becomes a loss, or lowers one. A second administrator always has to approve it.',
  },
];

/** Returns the corrections that fit an item, named for what M-PESA says about it. */
export function correctionsOf({ corrections, theirsCents }: ReconciliationItem) {
  return CORRECTIONS.filter(({ value }) => corrections.includes(value)).map((option) =>
    option.value === 'loss' && theirsCents !== 0
      ? { ...option, label: 'Loss: money that does not come back' }
      : option,
  );
}

/** Returns the name of an item: its receipt, or its kind. */
export function itemName({ receipt, details }: Pick<ReconciliationItem, 'receipt' | 'details'>): string {
  return receipt === '' ? details : receipt;
}
