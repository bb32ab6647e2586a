import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';

/** Pay-outs are held because the former contact objected to the present one. */
export function SettlementsHeld() {
  return (
    <Alert tone="warn">
      <p>
        {say('Nothing is paid out until Zawadi has checked the last change of your contact. Sales go on.')}
      </p>
    </Alert>
  );
}
