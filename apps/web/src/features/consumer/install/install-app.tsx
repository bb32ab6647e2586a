import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { install, putOff, useInstallation } from '../../shell/installation.ts';

/** Line on the wallet page that offers to install the app to people who have used it. Never a pop-up. */
export function InstallApp() {
  const installation = useInstallation();
  if (installation === undefined) return null;
  return (
    <Sheet title={say('Install Zawadi on this phone')} isPadded>
      <div className="stack">
        <p className="small muted">
          {say('It opens from your home screen, and shows your balance without a network too.')}
        </p>
        {installation === 'by-hand' && (
          <p className="small">{say('In Safari press Share, then Add to Home Screen.')}</p>
        )}
        <div className="row">
          {installation === 'by-button' && (
            <Button variant="secondary" onClick={() => void install()}>
              {say('Install')}
            </Button>
          )}
          <Button variant="quiet" onClick={putOff}>
            {say('Not now')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
