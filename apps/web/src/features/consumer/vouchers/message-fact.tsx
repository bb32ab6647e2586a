import type { MessageState, SentMessage } from '@zawadi/contract/delivery-reports';
import { Check, CircleX, Clock, Send, TriangleAlert, type LucideIcon } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import { messageWay } from './message-words.ts';

const LOOKS = {
  being_sent: { icon: Clock, className: 'muted' },
  sent: { icon: Send, className: 'muted' },
  delivered: { icon: Check, className: '' },
  not_delivered: { icon: CircleX, className: 'text-danger' },
  unclear: { icon: TriangleAlert, className: '' },
} as const satisfies Record<MessageState, { icon: LucideIcon; className: string }>;

/** State of an SMS or mail, with its icon. */
export function MessageFact({ message }: { message: SentMessage }) {
  const { icon, className } = LOOKS[message.state];
  return (
    <span className={`inline-flex items-center gap-2 ${className}`}>
      <Icon of={icon} className="shrink-0" />
      <span>{messageWay(message)}</span>
    </span>
  );
}
