import { useQueryClient } from '@tanstack/react-query';
import { acknowledgeAlert, type OperatorAlert } from '@zawadi/contract/alerts';
import { TriangleAlert } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { ActionButton } from '../action-button.tsx';
import { countText } from '../count-text.ts';
import { useRights } from '../use-rights.ts';
import { useAlerts } from './use-alerts.ts';
import './alerts.css';

/** What needs an administrator now, before everything else; nothing at all on a good day. */
export function AlertsSheet() {
  const { data } = useAlerts();
  if (data === undefined || data.alerts.length === 0) return null;
  return (
    <Sheet title={countText(data.alerts.length, 'alert', 'alerts')}>
      <ul className="alerts">
        {data.alerts.map((alert) => (
          <AlertRow key={alert.alertId} alert={alert} />
        ))}
      </ul>
    </Sheet>
  );
}

function AlertRow({ alert }: { alert: OperatorAlert }) {
  const { alertId, title, advice, path, firstAt, acknowledgedBy } = alert;
  const queries = useQueryClient();
  const { mayAskAgain } = useRights();
  return (
    <li>
      <Icon of={TriangleAlert} />
      <div>
        <b className="strong">{unbroken(title)}.</b>
        <p className="muted small">{unbroken(advice)}</p>
        <p className="muted tiny">
          Since <Time at={firstAt} isMidSentence />
          {acknowledgedBy !== undefined && `, acknowledged by ${acknowledgedBy}`}
        </p>
      </div>
      <div className="row">
        {acknowledgedBy === undefined && mayAskAgain && (
          <ActionButton
            busyLabel="Saving..."
            execute={async () => {
              await call(acknowledgeAlert, { body: { alertId } });
              await queries.invalidateQueries({ queryKey: queryKeys.alerts });
            }}
          >
            Acknowledge
          </ActionButton>
        )}
        {path !== undefined && (
          <a className={buttonClass({ variant: 'secondary', small: true })} href={path}>
            Open
          </a>
        )}
      </div>
    </li>
  );
}
