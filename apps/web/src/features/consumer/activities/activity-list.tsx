import { ArrowDownLeft, Gift, Smartphone, Store, Undo2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { say } from '../../../i18n/say.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { StatusText } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { RowTime } from '../../../ui/time.tsx';
import { activityWord } from '../order-status.ts';
import { describeActivity, directionOf, type Activity } from './describe-activity.ts';
import './activity-list.css';

const tiles = {
  GIFT_PURCHASE: { icon: Gift, tone: 'gift' },
  WITHDRAWAL: { icon: Smartphone, tone: '' },
  CLAIM: { icon: ArrowDownLeft, tone: 'in' },
  REDEMPTION: { icon: Store, tone: '' },
  REFUND: { icon: Undo2, tone: 'in' },
} as const satisfies Record<Activity['transactionType'], { icon: LucideIcon; tone: string }>;

/** Lists transactions, newest first: other person or shop, kind, time, amount and state. Each links to its page. */
export function ActivityList({ activities }: { activities: readonly Activity[] }) {
  return (
    <ul className="moves">
      {activities.map((activity) => (
        <ActivityRow key={activityKey(activity)} activity={activity} />
      ))}
    </ul>
  );
}

function ActivityRow({ activity }: { activity: Activity }) {
  const { title, kind } = describeActivity(activity);
  return (
    <li>
      <ActivityMark activity={activity} />
      <div className="what">
        <Link className="move-open" to="/dashboard/transactions/$id" params={{ id: activity.entityId }}>
          {unbroken(title)}
        </Link>
        <span className="when parts">
          {kind !== undefined && <span>{unbroken(kind)}</span>}
          <RowTime at={activity.timestamp} />
        </span>
      </div>
      <div className="side">
        {activity.amount === undefined ? (
          <span className="money">{say('N/A')}</span>
        ) : (
          <Money amountShillings={Math.abs(activity.amount)} direction={directionOf(activity)} />
        )}
        <StatusText status={activityWord(activity)} />
      </div>
    </li>
  );
}

/** Picture of a transaction: the gift's folded cloth, or an icon. */
function ActivityMark({ activity: { cloth, transactionType } }: { activity: Activity }) {
  if (cloth !== undefined) return <TicketSwatch cloth={cloth} small />;
  const { icon, tone } = tiles[transactionType];
  return (
    <span className={`tile ${tone}`}>
      <Icon of={icon} />
    </span>
  );
}

function activityKey({ transactionType, entityId, timestamp }: Activity): string {
  return `${transactionType}:${entityId}:${timestamp}`;
}
