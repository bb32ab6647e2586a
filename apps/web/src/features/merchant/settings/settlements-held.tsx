import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';

/** Warns that pay-outs are held, because the former contact objected to the new one. */
export function SettlementsHeld() {
  return (
    <Alert tone="warn">
      <p>
        {say(
          'We pay nothing out until we have checked the last change of your contact. You can keep selling.',
        )}
      </p>
    </Alert>
  );
}
