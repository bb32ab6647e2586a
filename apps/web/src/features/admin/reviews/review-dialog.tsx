import { Link } from '@tanstack/react-router';
import { resolveReview, type Review } from '@zawadi/contract/reviews';
import { useState } from 'react';
import { formatKes } from '@zawadi/contract/money';
import { call } from '../../../api/call.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Money } from '../../../ui/money.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { useOpenApproval } from '../approvals/use-approvals.ts';
import { WaitsForApproval } from '../approvals/waits-for-approval.tsx';
import { ShowContacts } from '../contacts/show-contacts.tsx';
import { isMasked, useContacts } from '../contacts/use-contacts.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { useRights } from '../use-rights.ts';
import { DecidePhotoDialog } from '../gift-photos/decide-photo-dialog.tsx';
import { HeldMoneyDialog } from '../voucher-actions/held-money-dialog.tsx';

const SHILLINGS = new Set(['amount', 'asked', 'received']);

type ReviewDialogProps = { review: Review; onClose: () => void };

/** One case: what happened, our advice, the details, and the actions that close the case. */
export function ReviewDialog({ review, onClose }: ReviewDialogProps) {
  const [isResolving, setIsResolving] = useState(false);
  const { mayMoveMoney, mayHelp } = useRights();
  const isAboutPhoto = review.kind === 'photo_reported';
  const mayResolve = isAboutPhoto ? mayHelp : mayMoveMoney;
  const approval = useOpenApproval(review.reviewId);
  if (isResolving && isAboutPhoto) return <DecidePhotoDialog review={review} onClose={onClose} />;
  if (isResolving && review.heldAmount !== undefined)
    return <HeldMoneyDialog review={review} heldAmount={review.heldAmount} onClose={onClose} />;
  if (isResolving) return <ResolveDialog review={review} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={review.title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {review.isOpen && mayResolve && approval === undefined && (
            <Button onClick={() => setIsResolving(true)}>
              {isAboutPhoto ? 'Look at the photo…' : actionOf(review)}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <p className="muted">{review.explanation}</p>
        {approval !== undefined && <WaitsForApproval approval={approval} />}
        {review.isOpen && !mayResolve && (
          <Alert>Only administrators and {isAboutPhoto ? 'support' : 'finance'} resolve these cases.</Alert>
        )}
        <CaseFacts review={review} />
      </div>
    </Dialog>
  );
}

function actionOf({ heldAmount }: Review): string {
  return heldAmount === undefined ? 'Resolve…' : 'Give the money to…';
}

function CaseFacts({ review }: { review: Review }) {
  const { heldAmount, receipt, transaction, raisedAt, resolvedAt, resolvedBy, resolution } = review;
  const contacts = useContacts({ kind: 'review', id: review.reviewId });
  const details = detailsOf(review);
  return (
    <>
      <Facts
        facts={[
          heldAmount !== undefined && {
            label: 'Waits in suspense',
            value: <Money amountShillings={heldAmount} />,
          },
          receipt !== undefined && { label: 'Receipt', value: <span className="code">{receipt}</span> },
          transaction !== undefined && {
            label: 'About',
            value: (
              <Link to="/admin/transactions/$type/$transactionId" params={transaction}>
                {transaction.type}
              </Link>
            ),
          },
          review.named !== undefined && { label: 'Suggestion', value: <NamedPayment named={review.named} /> },
          { label: 'Since', value: exactTimeText(new Date(raisedAt)) },
          ...details.map(({ name, label, value }) => ({ label, value: contacts.textOf(name, value) })),
          resolvedAt !== undefined && { label: 'Resolved', value: exactTimeText(new Date(resolvedAt)) },
          resolvedBy !== undefined && { label: 'Resolved by', value: resolvedBy },
          resolution !== undefined && { label: 'Finding', value: resolution },
        ]}
      />
      {details.some(({ value }) => isMasked(value)) && (
        <div>
          <ShowContacts contacts={contacts} />
        </div>
      )}
    </>
  );
}

/** The payment whose reference the payer typed: a second payment of it belongs to its buyer. */
function NamedPayment({
  named: { transactionId, billReference, isPaid, buyer },
}: {
  named: NonNullable<Review['named']>;
}) {
  const whose = buyer === undefined ? 'A closed account’s' : `${buyer.name}’s`;
  return (
    <>
      {whose} (
      {transactionId === undefined ? (
        <span className="code">{billReference}</span>
      ) : (
        <Link
          className="code"
          to="/admin/transactions/$type/$transactionId"
          params={{ type: 'Deposit', transactionId }}
        >
          {billReference}
        </Link>
      )}
      ){isPaid ? ', already paid' : ', not paid: the amount differs'}
      {isPaid && buyer !== undefined && ': to the wallet'}
    </>
  );
}

function ResolveDialog({ review, onClose }: ReviewDialogProps) {
  const { reviewId, title } = review;
  return (
    <ConfirmMoneyDialog
      title={`Close the case “${title}”?`}
      action="Close case"
      send={async (reason) => void (await call(resolveReview, { body: { reviewId, reason } }))}
      said={{ title: 'Case closed' }}
      onClose={onClose}
    >
      <p className="muted">No money moves. What you write stays with the case.</p>
    </ConfirmMoneyDialog>
  );
}

/** Returns a case's recorded details with readable labels (`billReference` → `Bill reference`). */
export function detailsOf({
  details,
}: Pick<Review, 'details'>): { name: string; label: string; value: string }[] {
  // Leave out the receipt, which the dialog shows elsewhere.
  return Object.entries(details).flatMap(([name, value]) =>
    name === 'receipt' || value === null || value === ''
      ? []
      : [{ name, label: labelOf(name), value: textOf(name, value) }],
  );
}

function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/gu, ' $&').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function textOf(name: string, value: string | number): string {
  if (typeof value === 'number')
    return SHILLINGS.has(name) ? formatKes(value) : value.toLocaleString('en-KE');
  return value;
}
