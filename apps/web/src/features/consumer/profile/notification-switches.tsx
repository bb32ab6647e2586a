import { say } from '../../../i18n/say.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useUser } from '../../session/session.tsx';
import { useSaving } from './use-saving.ts';

/** What we may send unasked. Codes and warnings about the account always come. */
export function NotificationSwitches() {
  const user = useUser();
  const { save, saving } = useSaving();
  const isBusy = saving !== undefined;
  return (
    <Sheet title={say('Notifications')} isPadded>
      <div className="stack">
        <Switch
          label={say('Push Notifications')}
          help={say('Gifts and payments, as they happen')}
          isOn={saving?.notifications ?? user.notifications}
          isBusy={isBusy}
          onChange={(notifications) => save({ notifications })}
        />
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
