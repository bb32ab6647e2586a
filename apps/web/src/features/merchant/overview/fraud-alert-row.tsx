import { useMutation, useQueryClient } from '@tanstack/react-query';
import { acknowledgeFraudAlert, type FraudAlert } from '@zawadi/contract/fraud';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast.tsx';

const SEVERITIES = {
  Low: { tone: 'info', icon: Info },
  Medium: { tone: 'warn', icon: TriangleAlert },
  High: { tone: 'danger', icon: CircleAlert },
} as const;

/** One alert: how serious, what, when; and a button to say that somebody has looked at it. */
export function FraudAlertRow({ alert }: { alert: FraudAlert }) {
  const { severity, description, raisedAt, acknowledged } = alert;
  const { tone, icon } = SEVERITIES[severity];
  const acknowledging = useAcknowledging(alert.alertId);
  return (
    <li>
      <div className="spread">
        <span className={`badge ${tone}`}>
          <Icon of={icon} />
          {severity}
        </span>
        <span className="tiny muted num">
          <Time at={raisedAt} />
        </span>
      </div>
      <p className="small">{description}</p>
      {acknowledged === undefined ? (
        <Button
          variant="secondary"
          small
          isBusy={acknowledging.isPending}
          busyLabel="Saving..."
          onClick={() => acknowledging.mutate()}
        >
          Acknowledge
        </Button>
      ) : (
        <p className="tiny muted">
          Acknowledged by {acknowledged.by}, <Time at={acknowledged.at} isMidSentence />
        </p>
      )}
    </li>
  );
}

function useAcknowledging(alertId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(acknowledgeFraudAlert, { body: { alertId } }),
    onSuccess: async () => {
      toast.success('Alert acknowledged');
      await Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.merchantOverview }),
        queries.invalidateQueries({ queryKey: queryKeys.fraudAlerts }),
      ]);
    },
    onError: (error) => toast.error(sentenceOf(error, 'The alert could not be acknowledged.')),
  });
}
