import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import type { usePushHere } from './use-push-here.ts';
import './profile.css';

/** What this device makes of the switch above it: whether notifications come here, and if not, why not. */
export function PushSwitch({ support, isOn, isBusy, change }: ReturnType<typeof usePushHere>) {
  if (support !== 'ready')
    return <Alert tone={support === 'blocked' ? 'warn' : 'info'}>{whyNot(support)}</Alert>;
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
      'This browser blocks our notifications. Allow them for this site in its settings, then open this page again.',
    );
  }
  return support === 'needs-install'
    ? say(
        'On an iPhone or iPad, first add Zawadi to the Home Screen: Share, then Add to Home Screen. Open it there.',
      )
    : say('This browser cannot show notifications. SMS and email still come.');
}
