import type { ApprovalStatus } from '@zawadi/contract/approvals';
import { Check, Clock, ClockAlert, History, X } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';

const LOOKS = {
  Open: ['badge warn', Clock],
  Approved: ['status success', Check],
  Rejected: ['status neutral', X],
  Expired: ['status neutral', ClockAlert],
  Outdated: ['status neutral', History],
} as const;

/** Status of a request; only an open one has a coloured background. */
export function ApprovalStatusMark({ status }: { status: ApprovalStatus }) {
  const [className, icon] = LOOKS[status];
  return (
    <span className={className}>
      <Icon of={icon} />
      {status}
    </span>
  );
}
