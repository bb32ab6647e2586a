import {
  Check,
  Circle,
  CircleCheck,
  CircleDotDashed,
  CircleSlash2,
  Clock,
  ClockAlert,
  Eye,
  Loader,
  Undo2,
  Wallet,
  X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { RefundState } from '@zawadi/contract/refunds-state';
import { say } from '../i18n/say.ts';
import type { Phrase } from '../i18n/say.ts';
import { Icon } from './icon.tsx';

export type Tone = 'success' | 'warn' | 'danger' | 'info' | 'neutral';

const LOOKS = {
  Active: ['success', CircleCheck],
  Completed: ['success', Check],
  // Labels for administrators, as in the specification.
  Success: ['success', Check],
  Verified: ['success', CircleCheck],
  Enabled: ['success', CircleCheck],
  'Not Enabled': ['neutral', Circle],
  Pending: ['warn', Clock],
  Expired: ['warn', ClockAlert],
  'Waiting for M-PESA': ['warn', Clock],
  'Not verified': ['warn', Clock],
  Scheduled: ['info', Clock],
  Failed: ['danger', X],
  Canceled: ['danger', X],
  Frozen: ['danger', X],
  Suspended: ['danger', X],
  'Partly used': ['info', CircleDotDashed],
  Processing: ['info', Loader],
  Used: ['neutral', CircleSlash2],
  'In wallet': ['neutral', Wallet],
  Preview: ['neutral', Eye],
  Inactive: ['neutral', Circle],
  Refunded: ['neutral', Undo2],
  'Partly refunded': ['info', CircleDotDashed],
  Reversed: ['neutral', Undo2],
  'Cancelled, refunded': ['neutral', Undo2],
  Voided: ['neutral', CircleSlash2],
} as const satisfies Partial<Record<Phrase, readonly [Tone, LucideIcon]>>;

export type StatusWord = keyof typeof LOOKS;

const CAME_BACK = {
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  reversed: 'Reversed',
  taken_back: 'Cancelled, refunded',
} as const satisfies Record<RefundState, StatusWord>;

/** Returns the label of a refund if there is one, because it matters more than the status of the transaction. */
export function stateWord(status: StatusWord, refundState: RefundState | undefined): StatusWord {
  return refundState === undefined ? status : CAME_BACK[refundState];
}

const REFUND_STATES = [
  'refunded',
  'partly_refunded',
  'reversed',
  'taken_back',
] as const satisfies RefundState[];

/** Returns the options of the filter by refund state. */
export function refundStateOptions(states: readonly RefundState[] = REFUND_STATES) {
  return states.map((value) => ({ value, label: say(CAME_BACK[value]) }));
}

/**
 * A status on a coloured background. For statuses that need attention, and for the status of one record on its own
 * page.
 */
export function StatusBadge({ status }: { status: StatusWord }) {
  const [tone, icon] = LOOKS[status];
  return (
    <span className={`badge ${tone}`}>
      <Icon of={icon} />
      {say(status)}
    </span>
  );
}

/** The same status as plain text, for lists. */
export function StatusText({ status }: { status: StatusWord }) {
  const [tone, icon] = LOOKS[status];
  return (
    <span className={`status ${tone}`}>
      <Icon of={icon} />
      {say(status)}
    </span>
  );
}
