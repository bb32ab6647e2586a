import { ArrowDownLeft, Gift, Smartphone, Store, Undo2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { StatusText } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { Time } from '../../../ui/time.tsx';
import { orderStatusWord } from '../order-status.ts';
import { directionOf, type Activity } from './describe-activity.ts';

const tiles = {
  GIFT_PURCHASE: { icon: Gift, tone: 'gift' },
  WITHDRAWAL: { icon: Smartphone, tone: '' },
  CLAIM: { icon: ArrowDownLeft, tone: 'in' },
  REDEMPTION: { icon: Store, tone: '' },
  REFUND: { icon: Undo2, tone: 'in' },
} as const satisfies Record<Activity['transactionType'], { icon: LucideIcon; tone: string }>;

/** Movements, newest first: what and with whom, then when, then money and state. */
export function ActivityList({ activities }: { activities: readonly Activity[] }) {
  return (
    <ul className="moves">
      {activities.map((activity) => (
        <ActivityRow
          key={`${activity.transactionType}:${activity.entityId}:${activity.timestamp}`}
          activity={activity}
        />
      ))}
    </ul>
  );
}

function ActivityRow({ activity }: { activity: Activity }) {
  const { icon, tone } = tiles[activity.transactionType];
  return (
    <li>
      <span className={`tile ${tone}`}>
        <Icon of={icon} />
      </span>
      <div className="what">
        <b>{activity.description}</b>
        <span className="when">
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
