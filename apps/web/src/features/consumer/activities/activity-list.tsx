import { ArrowDownLeft, Gift, Smartphone, Store, Undo2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { StatusText } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { orderStatusWord } from '../order-status.ts';
import { describeActivity, directionOf, type Activity } from './describe-activity.ts';
import './activity-list.css';

const tiles = {
  GIFT_PURCHASE: { icon: Gift, tone: 'gift' },
  WITHDRAWAL: { icon: Smartphone, tone: '' },
  CLAIM: { icon: ArrowDownLeft, tone: 'in' },
  REDEMPTION: { icon: Store, tone: '' },
  REFUND: { icon: Undo2, tone: 'in' },
} as const satisfies Record<Activity['transactionType'], { icon: LucideIcon; tone: string }>;

type ActivityListProps = {
  activities: readonly Activity[];
  /** Shows everything about one of them. */
  onOpen?: (activity: Activity) => void;
};

/** Transactions, newest first: with whom and what, then when, then money and state. */
export function ActivityList({ activities, onOpen }: ActivityListProps) {
  return (
    <ul className="moves">
      {activities.map((activity) => (
        <ActivityRow key={activityKey(activity)} activity={activity} onOpen={onOpen} />
      ))}
    </ul>
  );
}

type ActivityRowProps = { activity: Activity; onOpen: ActivityListProps['onOpen'] };

function ActivityRow({ activity, onOpen }: ActivityRowProps) {
  const { icon, tone } = tiles[activity.transactionType];
  const { title, kind } = describeActivity(activity);
  return (
    <li>
      <span className={`tile ${tone}`}>
        <Icon of={icon} />
      </span>
      <div className="what">
        {onOpen === undefined ? (
          <b>{title}</b>
        ) : (
          <button type="button" className="move-open" onClick={() => onOpen(activity)}>
            {title}
          </button>
        )}
        <span className="when">
          {kind !== undefined && `${kind} · `}
          <Time at={activity.timestamp} />
        </span>
      </div>
      <div className="side">
        {activity.amount === undefined ? (
          <span className="money">{say('N/A')}</span>
        ) : (
          <Money amountShillings={Math.abs(activity.amount)} direction={directionOf(activity)} />
        )}
        <StatusText status={orderStatusWord(activity.orderStatus)} />
      </div>
    </li>
  );
}

function activityKey({ transactionType, entityId, timestamp }: Activity): string {
  return `${transactionType}:${entityId}:${timestamp}`;
}
