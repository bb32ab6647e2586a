import { useQueryClient } from '@tanstack/react-query';
import { acknowledgeAlert, listedAlerts, type AdministratorAlert } from '@zawadi/contract/alerts';
import { TriangleAlert } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { ActionButton } from '../action-button.tsx';
import { countText } from '../count-text.ts';
import { PathLink } from '../path-link.tsx';
import { useRights } from '../use-rights.ts';
import { useAlerts } from './use-alerts.ts';
import './alerts.css';

/**
 * Lists system problems at the top of the page; renders nothing if there are none.
 * @param props.working sentence about what still works despite the problems
 */
export function AlertsSheet({ working }: { working: string | undefined }) {
  const alerts = useAlerts().data?.alerts.filter(({ kind }) => !listedAlerts.includes(kind)) ?? [];
  if (alerts.length === 0) return null;
  return (
    <Sheet title={countText(alerts.length, 'alert', 'alerts')} className="alarm">
      <ul>
        {alerts.map((alert) => (
          <AlertRow key={alert.alertId} alert={alert} />
        ))}
        {working !== undefined && <li className="rest">{unbroken(working)}</li>}
      </ul>
    </Sheet>
  );
}

function AlertRow({ alert }: { alert: AdministratorAlert }) {
  const { alertId, title, advice, path, firstAt, acknowledgedBy } = alert;
  const queries = useQueryClient();
  const { mayQueryAndResend } = useRights();
  return (
    <li>
      <Icon of={TriangleAlert} />
      <div>
        <b className="strong">{unbroken(title)}.</b>
        <p>{unbroken(advice)}</p>
        <p>
          Since <Time at={firstAt} isMidSentence />
          {acknowledgedBy !== undefined && `, acknowledged by ${acknowledgedBy}`}
        </p>
      </div>
      <div className="row">
        {acknowledgedBy === undefined && mayQueryAndResend && (
          <ActionButton
            busyLabel="Saving..."
            execute={async () => {
              await call(acknowledgeAlert, { body: { alertId } });
              await queries.invalidateQueries({ queryKey: adminQueryKeys.alerts });
              await queries.invalidateQueries({ queryKey: adminQueryKeys.workList });
            }}
          >
            Acknowledge
          </ActionButton>
        )}
        <PathLink className={buttonClass({ variant: 'secondary', small: true })} path={path}>
          Open
          <span className="sr">: {title}</span>
        </PathLink>
      </div>
    </li>
  );
}
