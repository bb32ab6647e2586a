import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listDeskAlerts } from '@zawadi/contract/fraud-desk';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { SeverityBadge } from '../../../ui/severity-badge.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { Time } from '../../../ui/time.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { RULE_WORDS } from './fraud-words.ts';
import './fraud-desk.css';

const SHOWN = 3;

type AlertsAboutProps = { of: { merchantCode: string } | { userId: string } };

/** The latest fraud alerts about a merchant or consumer, on its page; open alerts have a label. */
export function AlertsAbout({ of }: AlertsAboutProps) {
  const query = { ...of, state: 'all', limit: SHOWN } as const;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: adminQueryKeys.deskAlertList(query),
    queryFn: ({ signal }) => call(listDeskAlerts, { query, signal }),
  });
  const total = data?.total.count ?? 0;
  return (
    <Sheet
      title={total === 0 ? 'Fraud alerts' : `Fraud alerts (${total.toLocaleString('en-KE')})`}
      action={
        total > 0 && (
          <Link
            className={buttonClass({ variant: 'quiet', small: true })}
            to="/admin/fraud-alerts"
            search={{ ...of, state: 'all' }}
          >
            View All
          </Link>
        )
      }
    >
      {data === undefined && error === null && <ListSkeleton rows={1} />}
      {data === undefined && error !== null && (
        <LoadFailure title="Failed to load the alerts" of={{ error, isFetching, refetch }} />
      )}
      {data?.alerts.length === 0 && <p className="pad small muted">None.</p>}
      <ul className="moves fraud-list">
        {data?.alerts.map(({ alertId, rule, severity, raisedAt, closed }) => (
          <li key={alertId}>
            <div className="what">
              <Link to="/admin/fraud-alerts/$alertId" params={{ alertId }}>
                {RULE_WORDS[rule]}
              </Link>
              <div className="when">
                {closed === undefined ? 'Open' : 'Closed'} · <Time at={raisedAt} />
              </div>
            </div>
            <div className="side">
              <SeverityBadge severity={severity} />
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
