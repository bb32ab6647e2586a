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
  Wallet,
  X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { say } from '../i18n/say.ts';
import type { Phrase } from '../i18n/say.ts';
import { Icon } from './icon.tsx';

export type Tone = 'success' | 'warn' | 'danger' | 'info' | 'neutral';

const LOOKS = {
  Active: ['success', CircleCheck],
  Completed: ['success', Check],
  // The administrators’ word, as the specification has it.
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
  Refunded: ['neutral', CircleSlash2],
  Voided: ['neutral', CircleSlash2],
} as const satisfies Partial<Record<Phrase, readonly [Tone, LucideIcon]>>;

export type StatusWord = keyof typeof LOOKS;

/** A state with its ground: for what needs attention, and for one thing on its own page. */
export function StatusBadge({ status }: { status: StatusWord }) {
  const [tone, icon] = LOOKS[status];
  return (
    <span className={`badge ${tone}`}>
      <Icon of={icon} />
      {say(status)}
    </span>
  );
}

/** The same state as quiet text, for lists. */
export function StatusText({ status }: { status: StatusWord }) {
  const [tone, icon] = LOOKS[status];
  return (
    <span className={`status ${tone}`}>
      <Icon of={icon} />
      {say(status)}
    </span>
  );
}
