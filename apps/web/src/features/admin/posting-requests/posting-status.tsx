import type { PostingStatus } from '@zawadi/contract/posting-requests';
import { Check, Clock, ClockAlert, Undo2, X } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';

const LOOKS = {
  Waiting: ['badge warn', Clock],
  Posted: ['status success', Check],
  'To pay': ['badge warn', Clock],
  Paid: ['status success', Check],
  'Not paid': ['status neutral', Undo2],
  Rejected: ['status neutral', X],
  Expired: ['status neutral', ClockAlert],
} as const;

/** Status of a posting; only one that waits has a coloured background. */
export function PostingStatusMark({ status }: { status: PostingStatus }) {
  const [className, icon] = LOOKS[status];
  return (
    <span className={className}>
      <Icon of={icon} />
      {status}
    </span>
  );
}
