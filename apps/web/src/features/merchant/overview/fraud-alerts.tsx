import type { FraudAlert } from '@zawadi/contract/fraud';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { FraudAlertDialog } from './fraud-alert-dialog.tsx';
import { FraudAlertRow } from './fraud-alert-row.tsx';

type FraudAlertsProps = { alerts: FraudAlert[] | undefined; openCount: number | undefined };

/** What the rules found unusual and nobody has looked at, newest first. */
export function FraudAlerts({ alerts, openCount }: FraudAlertsProps) {
  const [hasAllOpen, setHasAllOpen] = useState(false);
  return (
    <Sheet
      title={openCount === undefined || openCount === 0 ? 'Fraud Alerts' : `Fraud Alerts (${openCount})`}
      action={
        <Button variant="quiet" small onClick={() => setHasAllOpen(true)}>
          View All
        </Button>
      }
    >
      {alerts === undefined && <ListSkeleton rows={3} />}
      {alerts?.length === 0 && (
        <div className="blank">
          <span className="tile in">
            <Icon of={ShieldCheck} />
          </span>
          <h3>Nothing unusual</h3>
          <p>We watch for wrong codes, hurried redemptions, large amounts and odd hours.</p>
        </div>
      )}
      {alerts !== undefined && alerts.length > 0 && (
        <ul className="fraud-alerts">
          {alerts.map((alert) => (
            <FraudAlertRow key={alert.alertId} alert={alert} />
          ))}
        </ul>
      )}
      {hasAllOpen && <FraudAlertDialog onClose={() => setHasAllOpen(false)} />}
    </Sheet>
  );
}
