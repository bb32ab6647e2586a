import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { usePublicSettings } from '../consumer/settings/use-public-settings.ts';
import { CHECK_EVERY_MS } from './stop-notice.tsx';

/** Says that M-PESA has not answered for minutes, and what happens next; shows nothing otherwise. */
export function MpesaNotice() {
  const { data: settings } = usePublicSettings({ checkEveryMs: CHECK_EVERY_MS });
  if (settings?.isMpesaSilent !== true) return null;
  return (
    <Alert tone="warn" isLive>
      {say(
        'M-PESA does not answer us right now. Payments and pay-outs may be late. We keep asking, and finish them once M-PESA answers.',
      )}{' '}
      <a href="/status">{say('What works now')}</a>
    </Alert>
  );
}
