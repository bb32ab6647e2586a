import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { useUser } from '../../session/session.tsx';
import { isPushOnHere, turnPushOff, turnPushOn, type TurnedOn } from '../../messages/push-here.ts';
import { pushSupport } from '../../messages/push-support.ts';
import { useSaving } from './use-saving.ts';
import './profile.css';

/** Switches for optional messages. One-time codes and account warnings are always sent. */
export function NotificationSwitches() {
  const user = useUser();
  const { save, saving } = useSaving();
  const here = usePushHere();
  const reasonId = useId();
  const isBusy = saving !== undefined;
  const isPushOn = saving?.notifications ?? user.notifications;
  const switchPush = (notifications: boolean) => {
    // Change this device now: a browser asks for permission only during a click.
    if (here.support === 'ready' && notifications !== here.isOn) here.change(notifications);
    save({ notifications });
  };
  return (
    <Sheet title={say('Notifications')} isPadded>
      <div className="stack">
        <Switch
          label={say('Push Notifications')}
          isOn={isPushOn && here.support !== 'blocked'}
          isBusy={isBusy}
          isDisabled={here.support === 'blocked'}
          describedBy={here.support === 'ready' ? undefined : reasonId}
          onChange={switchPush}
        />
        {(isPushOn || here.support !== 'ready') && <PushSwitch {...here} reasonId={reasonId} />}
        <Switch
          label={say('Email Alerts')}
          help={say('Gifts and payments by email. Codes and security messages always come.')}
          isOn={saving?.emailAlerts ?? user.emailAlerts}
          isBusy={isBusy}
          onChange={(emailAlerts) => save({ emailAlerts })}
        />
      </div>
    </Sheet>
  );
}

type PushSwitchProps = ReturnType<typeof usePushHere> & {
  /** Id of the reason, for the switch that it explains. */
  reasonId: string;
};

/** Shows whether notifications arrive on this device, or why they do not. */
function PushSwitch({ support, isOn, isBusy, change, reasonId }: PushSwitchProps) {
  if (support !== 'ready') {
    return (
      <div id={reasonId}>
        <Alert tone={support === 'blocked' ? 'warn' : 'info'}>{whyNot(support)}</Alert>
      </div>
    );
  }
  if (isOn === undefined) return null;
  return (
    <div className="push-here">
      <p className="help" role="status">
        {isOn ? say('On for this device') : say('Not on for this device yet')}
      </p>
      <Button small variant="quiet" isBusy={isBusy} onClick={() => change(!isOn)}>
        {isOn ? say('Turn off here') : say('Turn on here')}
      </Button>
    </div>
  );
}

function whyNot(support: 'blocked' | 'needs-install' | 'unsupported'): string {
  if (support === 'blocked') {
    return say(
      'This browser blocks our notifications. Allow them for this site in its settings, then open this page again. In a private window they stay off: use a normal one.',
    );
  }
  return support === 'needs-install'
    ? say(
        'On an iPhone or iPad, first add Zawadi to the Home Screen: Share, then Add to Home Screen. Open it there.',
      )
    : say('This browser cannot show notifications. SMS and email still come.');
}

function notTurnedOn(outcome: TurnedOn): string | undefined {
  if (outcome === 'unreachable')
    return say('This browser cannot reach its notification service. Please try again later.');
  // After a refusal, the page says how to change that in the browser's settings.
  return outcome === 'not-allowed' && pushSupport() === 'ready'
    ? say('Notifications are not on yet. Choose Turn on here, then Allow when the browser asks.')
    : undefined;
}

/** Returns the state of notifications on this device, and a function to change it. */
function usePushHere() {
  const { id } = useUser();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const support = pushSupport();
  const status = useQuery({
    queryKey: queryKeys.push,
    enabled: support === 'ready',
    queryFn: ({ signal }) => isPushOnHere(signal),
  });
  const change = async (isOn: boolean) => {
    setBusy(true);
    try {
      if (!isOn) await turnPushOff();
      else {
        const problem = notTurnedOn(await turnPushOn(id));
        if (problem !== undefined) toast.error(problem);
      }
    } catch (error) {
      toast.error(sentenceOf(error));
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: queryKeys.push });
      await queries.invalidateQueries({ queryKey: queryKeys.devices });
    }
  };
  return { support, isOn: status.data, isBusy, change: (isOn: boolean) => void change(isOn) };
}
