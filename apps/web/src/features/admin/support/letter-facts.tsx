import { Link } from '@tanstack/react-router';
import { shortReference } from '@zawadi/contract/short-reference';
import type { SupportRequest } from '@zawadi/contract/support-requests';
import { Check, Mail } from 'lucide-react';
import { Facts } from '../../../ui/facts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';

const STATUS_WORDS = { OPEN: 'Open', WAITING: 'With finance', ANSWERED: 'Answered' } as const;

type LetterProps = { letter: SupportRequest };

/** Writer, reference, times and status of a letter. */
export function LetterFacts({ letter }: LetterProps) {
  const { supportRequestId, writer, reference, status, sentAt } = letter;
  const { answeredAt, answeredBy, assignedTo } = letter;
  const shop = writer.kind === 'merchant' ? writer : undefined;
  return (
    <Facts
      facts={[
        { label: 'Status', value: <LetterStatus status={status} /> },
        { label: 'Reference', value: <span className="code">{shortReference(supportRequestId)}</span> },
        shop !== undefined && { label: 'Merchant', value: `${shop.businessName} (${shop.merchantCode})` },
        {
          label: 'Written by',
          value:
            writer.kind === 'merchant' ? (
              `${writer.name}, ${writer.staffRole}`
            ) : (
              <Link to="/admin/users/$userId" params={{ userId: writer.userId }}>
                {writer.name}
              </Link>
            ),
        },
        shop !== undefined && { label: 'Email', value: shop.email },
        assignedTo !== undefined && { label: 'Assigned to', value: assignedTo.name },
        reference !== null && { label: 'About', value: <About letter={letter} /> },
        { label: 'Sent', value: exactTimeText(new Date(sentAt)) },
        answeredAt !== null && {
          label: 'Answered',
          value: `${exactTimeText(new Date(answeredAt))} by ${answeredBy ?? 'a former administrator'}`,
        },
      ]}
    />
  );
}

/** Reference of a letter, with a link if the writer attached the object. */
function About({ letter: { about, reference } }: LetterProps) {
  const text = <span className="code">{reference}</span>;
  if (about === undefined) return text;
  switch (about.kind) {
    case 'redemption':
      return (
        <Link
          to="/admin/transactions/$type/$transactionId"
          params={{ type: 'Redemption', transactionId: about.redemptionId }}
        >
          {text}
        </Link>
      );
    case 'payment':
      return (
        <Link to="/admin/transactions" search={{ search: about.paymentId }}>
          {text}
        </Link>
      );
    case 'gift':
      return (
        <Link to="/admin/transactions/vouchers/$voucherId" params={{ voucherId: about.voucherId }}>
          {text}
        </Link>
      );
    default:
      return (
        <Link to="/admin/settlements/$batchId" params={{ batchId: about.batchId }}>
          {text}
        </Link>
      );
  }
}

/** State of a letter. */
export function LetterStatus({ status }: Pick<SupportRequest, 'status'>) {
  const isOpen = status !== 'ANSWERED';
  return (
    <span className={isOpen ? 'badge warn' : 'status success'}>
      <Icon of={isOpen ? Mail : Check} />
      {STATUS_WORDS[status]}
    </span>
  );
}
