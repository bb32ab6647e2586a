import { acknowledgeFraudAlert, fraudAlerts, type FraudAlert } from '@zawadi/contract/fraud';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '../../../i18n/language.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SeverityBadge } from '../../../ui/severity-badge.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { call, sentenceOf } from '../../../api/call.ts';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { useMerchant } from '../../session/session.tsx';
import { usePlaceOptions } from '../places/use-places.ts';
import { LoadFailure } from '../../loading/load-failure.tsx';

type FraudAlertsProps = { alerts: FraudAlert[] | undefined; openCount: number | undefined };

/** Unacknowledged alerts of the fraud rules, newest first. */
export function FraudAlerts({ alerts, openCount }: FraudAlertsProps) {
  const [hasAllOpen, setHasAllOpen] = useState(false);
  return (
    <Sheet
      title={
        openCount === undefined || openCount === 0
          ? say('Fraud Alerts')
          : say('Fraud Alerts ({count})', { count: openCount })
      }
      action={
        <Button variant="quiet" small onClick={() => setHasAllOpen(true)}>
          {say('View All')}
        </Button>
      }
    >
      {alerts === undefined && <ListSkeleton rows={3} />}
      {alerts?.length === 0 && (
        <div className="blank">
          <span className="tile in">
            <Icon of={ShieldCheck} />
          </span>
          <h3>{say('Nothing unusual')}</h3>
          <p>
            {say(
              'We watch for wrong codes, many redemptions in a short time, large amounts and unusual hours.',
            )}
          </p>
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

/** Every alert, acknowledged or not. */
function FraudAlertDialog({ onClose }: { onClose: () => void }) {
  const language = useLanguage();
  const { isOfOnePlace } = useMerchant();
  const places = usePlaceOptions();
  const [placeId, setPlaceId] = useState('');
  const query = { state: 'all', language, ...(placeId !== '' && { placeId }) } as const;
  const list = usePages(fraudAlerts, { queryKey: [...queryKeys.fraudAlerts, query], query });
  const alerts = list.data?.pages.flatMap((page) => page.alerts);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('All fraud alerts')}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {say('Close')}
        </Button>
      }
    >
      {places.length > 0 && !isOfOnePlace && (
        <SelectField
          label={say('Place')}
          options={[{ value: '', label: say('All places') }, ...places]}
          value={placeId}
          onChange={({ target }) => setPlaceId(target.value)}
        />
      )}
      {list.isPending && <ListSkeleton rows={4} />}
      {list.isError && alerts === undefined && (
        <LoadFailure title={say('The alerts could not be loaded')} of={list} />
      )}
      {alerts?.length === 0 && (
        <p className="muted">
          {placeId === '' ? say('There are no alerts yet.') : say('There are no alerts about this place.')}
        </p>
      )}
      <ul className="fraud-alerts">
        {alerts?.map((alert) => (
          <FraudAlertRow key={alert.alertId} alert={alert} />
        ))}
      </ul>
      {list.hasNextPage && (
        <MoreButton onMore={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage} />
      )}
    </Dialog>
  );
}

/** One alert with severity, description and time, and a button to acknowledge it. */
function FraudAlertRow({ alert }: { alert: FraudAlert }) {
  const { severity, description, raisedAt, acknowledged, place } = alert;
  const { isOfOnePlace } = useMerchant();
  const acknowledging = useAcknowledging(alert.alertId);
  return (
    <li>
      <div className="spread">
        <SeverityBadge severity={severity} />
        <span className="tiny muted num">
          {place !== undefined && !isOfOnePlace && `${place} · `}
          <Time at={raisedAt} />
        </span>
      </div>
      <p className="small">{description}</p>
      {acknowledged === undefined ? (
        <Button
          variant="secondary"
          small
          isBusy={acknowledging.isPending}
          busyLabel={say('Saving...')}
          onClick={() => acknowledging.mutate()}
        >
          {say('Acknowledge')}
        </Button>
      ) : (
        <p className="tiny muted">
          <RichText
            text="Acknowledged by {name}, {time}"
            name={acknowledged.by}
            time={<Time at={acknowledged.at} isMidSentence />}
          />
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
      toast.success(say('Alert acknowledged'));
      await Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.merchantOverview }),
        queries.invalidateQueries({ queryKey: queryKeys.fraudAlerts }),
      ]);
    },
    onError: (error) => toast.error(sentenceOf(error, say('The alert could not be acknowledged.'))),
  });
}
