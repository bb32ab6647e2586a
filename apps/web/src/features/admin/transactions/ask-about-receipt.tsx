import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { formatKes } from '@zawadi/contract/money';
import { shortReference } from '@zawadi/contract/short-reference';
import { queryReceipt, readReceipt } from '@zawadi/contract/transactions-queries';
import { call, sentenceOf } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { useRights } from '../use-rights.ts';

type FoundReceipt = CallAnswer<typeof readReceipt>;
type Answer = FoundReceipt['answers'][number];

/** M-PESA answers a question about a receipt within seconds, by callback. */
const LOOK_AGAIN_MS = 2_000;
const WAITED_FOR_MS = 60_000;

/** Whether a typed text may be a receipt of M-PESA's: ten letters and digits, of both kinds. */
export function looksLikeReceipt(text: string): boolean {
  return /^[A-Z][A-Z0-9]{9}$/iu.test(text) && /\d/u.test(text);
}

type AskProps = { receipt: string; onFollow: () => void };

/** Asks M-PESA about a receipt that no payment here has, and shows its answer and where the money is. */
export function AskAboutReceipt({ receipt, onFollow }: AskProps) {
  const { mayQueryAndResend } = useRights();
  const queries = useQueryClient();
  const queryKey = adminQueryKeys.receipt(receipt);
  const known = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(readReceipt, { params: { receipt }, signal }),
    refetchInterval: ({ state }) => (isWaiting(state.data) ? LOOK_AGAIN_MS : false),
  });
  const asking = useMutation({
    mutationFn: () => call(queryReceipt, { body: { receipt } }),
    onSuccess: ({ found }) => queries.setQueryData(queryKey, found),
  });
  const found = known.data;
  return (
    <section className="search-note" aria-label={`M-PESA about ${receipt}`}>
      {mayQueryAndResend && (
        <Button
          variant="secondary"
          small
          isBusy={asking.isPending}
          busyLabel="Asking..."
          onClick={() => asking.mutate()}
        >
          Ask M-PESA about {receipt}
        </Button>
      )}
      <div role="status">
        {asking.isError && <p>{sentenceOf(asking.error)}</p>}
        {found !== undefined && <WhatIsKnown found={found} onFollow={onFollow} />}
      </div>
    </section>
  );
}

function isWaiting(found: FoundReceipt | undefined): boolean {
  const last = found?.queries.at(-1);
  if (last === undefined || Date.now() - Date.parse(last.at) > WAITED_FOR_MS) return false;
  if (last.state === 'asking' || last.state === 'accepted') return true;
  // The answer came by callback, and its money is being booked.
  return isUnbooked(found) && last.state === 'answered';
}

function isUnbooked(found: FoundReceipt | undefined): boolean {
  if (found?.answers.at(-1)?.meaning !== 'received') return false;
  return found.payments.length === 0 && found.reviews.length === 0;
}

const NO_ANSWER = {
  asking: 'The question is on its way',
  accepted: 'M-PESA took the question. Its answer comes in a moment',
  refused: 'M-PESA refused the question',
  unanswered: 'M-PESA did not answer. Please ask again in a few minutes',
} as const;

function WhatIsKnown({ found, onFollow }: { found: FoundReceipt; onFollow: () => void }) {
  const last = found.queries.at(-1);
  const answer = found.answers.at(-1);
  return (
    <>
      {last !== undefined && last.state !== 'answered' && (
        <p>
          <Time at={last.at} />, {last.administrator ?? 'Zawadi'}: {NO_ANSWER[last.state]}
          {last.detail !== undefined && ` (${last.detail})`}.
        </p>
      )}
      {answer !== undefined && (
        <p>
          <b className="strong">{meaningOf(answer)}</b> M-PESA answered <Time at={answer.at} isMidSentence />.
        </p>
      )}
      {isUnbooked(found) && (
        <p>
          The money is not booked. If several prompts fit it, ask M-PESA about these payments first. If it was
          paid before Zawadi took payments, correct it under Reconciliation.
        </p>
      )}
      {found.payments.map(({ type, transactionId, amount }) => (
        <p key={transactionId}>
          <Link
            to="/admin/transactions/$type/$transactionId"
            params={{ type, transactionId }}
            onClick={onFollow}
          >
            {type} {shortReference(transactionId)} of {formatKes(amount)}
          </Link>
        </p>
      ))}
      {found.reviews.map(({ reviewId, text, isOpen, heldAmount }) => (
        <p key={reviewId}>
          {heldAmount !== undefined && `${formatKes(heldAmount)} waits in suspense. `}
          {isOpen ? (
            <Link to="/admin/transactions/reviews" search={{ review: reviewId }} onClick={onFollow}>
              {text}: open the case
            </Link>
          ) : (
            `${text}: decided`
          )}
        </p>
      ))}
    </>
  );
}

function meaningOf({ meaning, status = '', amount, from, to }: Answer): string {
  const sum = amount === undefined ? 'Money' : formatKes(amount);
  switch (meaning) {
    case 'received':
      return `${sum} came to us${from === undefined ? '' : ` from ${from}`}.`;
    case 'paid':
      return `${sum} went from us${to === undefined ? '' : ` to ${to}`}.`;
    case 'not_completed':
      return `M-PESA knows it, but it is not completed: ${status}.`;
    case 'not_found':
      return 'M-PESA knows no payment to us or from us with this receipt.';
    default:
      return 'M-PESA’s answer is not about our money, or cannot be read.';
  }
}
