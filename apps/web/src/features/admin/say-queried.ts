import type { QueryOutcome } from '@zawadi/contract/payment-queries';
import { toast } from '../../ui/toast.tsx';

/** Shows a toast with what became of a query to M-PESA. An answer that the screen shows needs none. */
export function toastQueried(outcome: QueryOutcome): void {
  const { tone, title, text } = WORDS[outcome];
  toast[tone](title, text);
}

const WORDS = {
  answered: { tone: 'success', title: 'M-PESA answered', text: 'Its answer is in the life of the payment.' },
  accepted: {
    tone: 'success',
    title: 'M-PESA took the question',
    text: 'Its answer will appear here in a moment.',
  },
  sent_again: {
    tone: 'success',
    title: 'The order was sent again',
    text: 'M-PESA pays an order once. Its answer shows the outcome.',
  },
  not_needed: {
    tone: 'success',
    title: 'M-PESA was not asked',
    text: 'The result is known, or nothing has been ordered from M-PESA yet.',
  },
  refused: {
    tone: 'error',
    title: 'M-PESA refused the question',
    text: 'Its words are in the life of the payment.',
  },
  unanswered: {
    tone: 'error',
    title: 'M-PESA did not answer',
    text: 'Nothing is known yet. Please ask again in a few minutes.',
  },
} as const satisfies Record<QueryOutcome, { tone: 'success' | 'error'; title: string; text: string }>;
