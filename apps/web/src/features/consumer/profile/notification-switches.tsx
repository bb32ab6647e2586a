import { say } from '../../../i18n/say.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useUser } from '../../session/session.tsx';
import { PushSwitch } from './push-switch.tsx';
import { usePushHere } from './use-push-here.ts';
import { useSaving } from './use-saving.ts';

/** What we may send unasked. Codes and warnings about the account always come. */
export function NotificationSwitches() {
  const user = useUser();
  const { save, saving } = useSaving();
  const here = usePushHere();
  const isBusy = saving !== undefined;
  const isPushOn = saving?.notifications ?? user.notifications;
  const switchPush = (notifications: boolean) => {
    // The browser asks the person only while the press is fresh.
    if (here.support === 'ready' && notifications !== here.isOn) here.change(notifications);
    save({ notifications });
  };
  return (
    <Sheet title={say('Notifications')} isPadded>
      <div className="stack">
        <Switch
          label={say('Push Notifications')}
          help={say('Gifts and payments, as they happen')}
          isOn={isPushOn}
          isBusy={isBusy}
          onChange={switchPush}
        />
        {isPushOn && <PushSwitch {...here} />}
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
