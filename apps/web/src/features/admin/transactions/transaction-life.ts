import { groupsOf } from '../../lists/groups-of.ts';
import { formatKes } from '@zawadi/contract/money';
import type { TransactionType } from '@zawadi/contract/transactions';
import type { TimelineEvent } from '@zawadi/contract/timelines';
import { noteOf } from '../timelines/note-of.ts';
import type { TransactionDetail } from './describe-transaction.ts';

type Try = TransactionDetail['tries'][number];

/** How the timeline marks an event. A `noted` event changed nothing. */
type LifeState = 'done' | 'failed' | 'now' | 'noted';

/** Labels of orders to M-PESA or the bank. */
const TRY_WORDS = {
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
  UNKNOWN: { state: 'now', words: 'Outcome not known yet; we keep asking' },
  MANUAL: { state: 'now', words: 'To be paid by a person, through the bank' },
  SUCCEEDED: { state: 'done', words: 'It succeeded' },
  COMPLETED: { state: 'done', words: 'It succeeded' },
  PAID: { state: 'done', words: 'Paid' },
  FAILED: { state: 'failed', words: 'It failed' },
  CANCELED: { state: 'failed', words: 'It failed' },
};

const PURPOSES: Partial<Record<string, string>> = {
  purchase: 'The prompt’s result',
  c2b: 'A payment at the pay bill',
  withdrawal: 'The pay-out’s result',
  settlement: 'The pay-out’s result',
  refund: 'The reversal’s result',
};

type Entry = TransactionDetail['entries'][number];

/** One event in the timeline of a payment. */
export type LifeItem = {
  key: string;
  at: string;
  state: LifeState;
  title: string;
  note?: string | undefined;
  /** The callback body from M-PESA as received, and how we processed it. */
  raw?: { outcome: string; body: unknown };
  /** Transfers posted together. */
  entries?: readonly Entry[];
};

/**
 * Lists every event of one transaction, by time: steps, orders to M-PESA and their results, postings and notifications.
 */
export function lifeOf(detail: TransactionDetail, events: readonly TimelineEvent[] = []): LifeItem[] {
  const items = [
    ...detail.steps.map(({ at, text }, index): LifeItem => ({
      key: `step ${index}`,
      at,
      state: 'done',
      title: text,
    })),
    ...triesOf(detail),
    ...queriesOf(detail),
    ...messagesOf(detail),
    ...postingsOf(detail.entries),
    ...told(detail),
    ...events.map((event): LifeItem => ({
      key: `${event.kind} ${event.eventId} ${event.at}`,
      at: event.at,
      state: 'noted',
      title: event.title,
      note: noteOf(event),
    })),
    ...detail.reviews.map(({ reviewId, at, text, isOpen, heldAmount }): LifeItem => ({
      key: reviewId,
      at,
      state: isOpen ? 'failed' : 'noted',
      title: text,
      note: isOpen ? openCaseNote(heldAmount) : 'A case that was resolved.',
    })),
  ];
  // The sort is stable: events with the same timestamp keep the order above.
  return items.slice().sort((one, other) => one.at.localeCompare(other.at));
}

function openCaseNote(heldAmount: number | undefined): string {
  if (heldAmount === undefined) return 'An open case in the review queue.';
  return `An open case in the review queue. ${formatKes(heldAmount)} waits in suspense.`;
}

function triesOf({ tries, transaction: { type } }: TransactionDetail): LifeItem[] {
  return tries.map((one) => ({
    key: one.attemptId,
    at: one.at,
    state: stateOfTry(one.state),
    title: TRY_WORDS[type],
    note: tryNoteOf(one),
  }));
}

const CALLS = {
  prompt: 'about the prompt',
  status: 'about the status',
  list: 'for its list of payments',
} as const;

const QUERY_STATES = {
  asking: { state: 'now', words: 'The question is on its way' },
  accepted: { state: 'now', words: 'M-PESA took the question; its answer has not come yet' },
  answered: { state: 'noted', words: 'M-PESA answered' },
  refused: { state: 'failed', words: 'M-PESA refused the question' },
  unanswered: { state: 'failed', words: 'M-PESA did not answer' },
} as const;

/** Our queries to M-PESA. An answer by callback is an event of its own. */
function queriesOf({ queries }: TransactionDetail): LifeItem[] {
  return queries.map(({ at, call, administrator, askedBy, state, detail }, index) => ({
    key: `query ${index}`,
    at,
    state: QUERY_STATES[state].state,
    title: `${administrator ?? ASKERS[askedBy]} asked M-PESA ${CALLS[call]}`,
    note: `${QUERY_STATES[state].words}${detail === undefined ? '' : `: ${detail}`}.`,
  }));
}

const ASKERS = { worker: 'Zawadi', customer: 'The customer', administrator: 'An administrator' } as const;

function messagesOf({ messages }: TransactionDetail): LifeItem[] {
  return messages.map(({ at, purpose, copies, outcome, explanation, body }, index) => ({
    key: `message ${index}`,
    at,
    state: outcome === undefined ? 'now' : 'done',
    title: messageWordOf(purpose),
    note: copies > 1 ? `${explanation}. It came ${copies} times and counts once.` : `${explanation}.`,
    raw: { outcome: outcome ?? 'waits to be applied', body },
  }));
}

/** Groups the transfers of one database transaction, which share one timestamp. */
function postingsOf(entries: readonly Entry[]): LifeItem[] {
  return groupsOf(entries, ({ at }) => at).map(([at, together]) => ({
    key: `posted ${at}`,
    at,
    state: 'done',
    title: 'Posted to the ledger',
    entries: together,
  }));
}

const ONE_TRANSACTION_MS = 1_000;

/**
 * Returns the notifications as events. Each is recorded shortly before the posting that causes it, so it gets the
 * posting's time.
 */
function told(detail: TransactionDetail): LifeItem[] {
  const posted = detail.entries.map((entry) => entry.at);
  return [...notificationsOf(detail), ...webhooksOf(detail)].map((item) => {
    const latest = Date.parse(item.at) + ONE_TRANSACTION_MS;
    const cause = posted.filter((at) => at >= item.at && Date.parse(at) < latest).at(-1);
    return { ...item, at: cause ?? item.at };
  });
}

const NOTIFICATION_STATES = {
  being_sent: { state: 'now', word: 'is being sent' },
  sent: { state: 'done', word: 'sent' },
  delivered: { state: 'done', word: 'delivered' },
  not_delivered: { state: 'failed', word: 'not delivered' },
  unclear: { state: 'failed', word: 'may or may not have arrived' },
} as const;

function notificationsOf({ notifications }: TransactionDetail): LifeItem[] {
  return notifications.map(({ at, channel, template, state, tries, to, error }, index) => ({
    key: `notification ${index}`,
    at,
    state: NOTIFICATION_STATES[state].state,
    title: `${channel} ${NOTIFICATION_STATES[state].word}`,
    note: sentencesOf([
      `“${template.replaceAll('-', ' ')}”${to === undefined ? '' : ` to ${to}`}`,
      tries > 1 ? `${tries} tries` : undefined,
      error,
    ]),
  }));
}

const WEBHOOK_STATES = { pending: 'now', delivered: 'done', failed: 'failed' } as const;

function webhooksOf({ webhooks }: TransactionDetail): LifeItem[] {
  return webhooks.map(({ at, type, state, tries, lastStatus }, index) => ({
    key: `webhook ${index}`,
    at,
    state: WEBHOOK_STATES[state],
    title: `Webhook ${type} ${state}`,
    note: sentencesOf([
      tries === 1 ? '1 try' : `${tries} tries`,
      lastStatus === undefined ? undefined : `the merchant’s system answered ${lastStatus}`,
    ]),
  }));
}

function sentencesOf(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined).join(', ')}.`;
}

/** Returns how the timeline marks an order. */
function stateOfTry(state: string): LifeState {
  return STATES[state]?.state ?? 'noted';
}

/** Describes the result of an order, with the references that M-PESA's support team asks for. */
function tryNoteOf({ state, resultCode, explanation, receipt, providerId }: Try): string {
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

/** Names a callback from M-PESA by the callback address that received it. */
function messageWordOf(purpose: string): string {
  const [subject = purpose, kind] = purpose.split('_');
  if (kind === 'timeout') return 'M-PESA’s time-out received';
  if (kind === 'status' && subject === 'receipt') return 'M-PESA’s answer about the receipt received';
  if (kind === 'status') return 'M-PESA’s answer about the status received';
  return `${PURPOSES[subject] ?? 'A message of M-PESA’s'} received`;
}
