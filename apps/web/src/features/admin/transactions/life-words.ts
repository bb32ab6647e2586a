import type { TransactionType } from '@zawadi/contract/transactions';
import type { TransactionDetail } from './describe-transaction.ts';

type Try = TransactionDetail['tries'][number];

/** How a moment stands on the thread. `noted` changed nothing. */
export type LifeState = 'done' | 'failed' | 'now' | 'noted';

/** What an order to M-PESA or the bank was. */
export const TRY_WORDS = {
  Deposit: 'Prompt ordered from M-PESA',
  Withdrawal: 'Pay-out ordered from M-PESA',
  Redemption: 'Redemption',
  Claim: 'Claim',
  Settlement: 'Pay-out of the batch ordered',
  Refund: 'Reversal ordered from M-PESA',
} as const satisfies Record<TransactionType, string>;

const STATES: Partial<Record<string, { state: LifeState; words: string }>> = {
  INTENT: { state: 'now', words: 'About to be sent' },
  SENDING: { state: 'now', words: 'Being sent; M-PESA has not acknowledged it yet' },
  SENT: { state: 'now', words: 'M-PESA accepted it; its result is awaited' },
  PENDING: { state: 'now', words: 'Its result is awaited' },
  UNKNOWN: { state: 'now', words: 'Nobody knows yet whether it was carried out; we go on asking' },
  MANUAL: { state: 'now', words: 'To be paid by a person, through the bank' },
  SUCCEEDED: { state: 'done', words: 'It succeeded' },
  COMPLETED: { state: 'done', words: 'It succeeded' },
  PAID: { state: 'done', words: 'Paid' },
  DONE: { state: 'done', words: 'Done' },
  FAILED: { state: 'failed', words: 'It failed' },
  CANCELED: { state: 'failed', words: 'It failed' },
};

/** How an order stands on the thread. */
export function stateOfTry(state: string): LifeState {
  return STATES[state]?.state ?? 'noted';
}

/** What became of an order, with what M-PESA's support asks for. */
export function tryNoteOf({ state, resultCode, explanation, receipt, providerId }: Try): string {
  const result =
    resultCode === undefined ? undefined : `Result ${resultCode}${explanation ? `: ${explanation}` : ''}`;
  const parts = [
    STATES[state]?.words ?? state,
    result,
    receipt && `Receipt ${receipt}`,
    providerId && `M-PESA’s ID ${providerId}`,
  ];
  return `${parts.filter((part) => part !== undefined && part !== '').join('. ')}.`;
}

const PURPOSES: Partial<Record<string, string>> = {
  stk: 'The prompt’s result',
  c2b: 'A payment at the pay bill',
  b2c: 'The pay-out’s result',
  settlement: 'The pay-out’s result',
  refund: 'The reversal’s result',
};

/** What a message of M-PESA's was, by the address it came to. */
export function messageWordOf(purpose: string): string {
  const [subject = purpose, kind] = purpose.split('_');
  if (kind === 'timeout') return 'M-PESA’s time-out received';
  if (kind === 'status') return 'M-PESA’s answer about the status received';
  return `${PURPOSES[subject] ?? 'A message of M-PESA’s'} received`;
}
