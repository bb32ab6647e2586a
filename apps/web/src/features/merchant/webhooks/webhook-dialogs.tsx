import type { WebhookDeliveryDetail } from '@zawadi/contract/webhooks';
import { useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { say } from '../../../i18n/say.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useRefetchWebhooks } from './use-webhooks.ts';
import { Tries } from './tries.tsx';
import { tryText } from './webhook-words.ts';

/** Shows the signing secret once. The dialog closes only after the owner confirms that the secret is saved. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      title={say('Save your signing secret')}
      actions={<Button onClick={onClose}>{say('I have saved it')}</Button>}
    >
      <p className="muted">{say('Your system verifies our messages with it. We show it only now.')}</p>
      <pre className="snippet">{secret}</pre>
      <div>
        <CopyButton text={secret} small label={say('Copy signing secret')} said={say('Copied!')}>
          {say('Copy')}
        </CopyButton>
      </div>
    </Dialog>
  );
}

type NewSecretQuestionProps = {
  /** Name of the webhook address, if there are several. */
  name?: string;
  make: (endsOld: boolean) => Promise<{ signingSecret: string }>;
  onSecret: (secret: string) => void;
  onClose: () => void;
};

export function NewSecretQuestion({ name, make, onSecret, onClose }: NewSecretQuestionProps) {
  const [endsOld, setEndsOld] = useState(false);
  const refresh = useRefetchWebhooks();
  return (
    <ConfirmDialog
      title={
        name === undefined
          ? say('Make a new signing secret?')
          : say('Make a new signing secret for {name}?', { name })
      }
      action={say('Make new secret')}
      dismiss={say('Keep the old one')}
      busyLabel={say('Making...')}
      confirm={async () => {
        const { signingSecret } = await make(endsOld);
        onClose();
        onSecret(signingSecret);
        await refresh();
      }}
      fallback={say('The signing secret could not be made.')}
      onClose={onClose}
    >
      <p className="muted">{say('We show it once. For 24 hours we sign every message with both.')}</p>
      <Checkbox
        label={say('The old one leaked: stop using it now')}
        checked={endsOld}
        onChange={({ target }) => setEndsOld(target.checked)}
      />
    </ConfirmDialog>
  );
}

type RemoveQuestionProps = {
  name: string;
  remove: () => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

export function RemoveQuestion({ name, remove, onDone, onClose }: RemoveQuestionProps) {
  return (
    <ConfirmDialog
      title={say('Remove the webhook {name}?', { name })}
      action={say('Remove')}
      dismiss={say('Keep it')}
      busyLabel={say('Removing...')}
      variant="danger"
      confirm={remove}
      fallback={say('The webhook could not be removed.')}
      onDone={() => {
        onClose();
        onDone();
      }}
      onClose={onClose}
    >
      <p className="muted">
        {say(
          'We stop sending events there. Events that are still waiting are not delivered, and stay in the event log.',
        )}
      </p>
    </ConfirmDialog>
  );
}

type TestResultProps = { result: WebhookDeliveryDetail; onClose: () => void };

/** A receiver's answer to a test event. */
export function TestResult({ result, onClose }: TestResultProps) {
  const [latest] = result.attempts;
  const isDelivered = latest?.isDelivered === true;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isDelivered ? say('Your webhook works') : say('The test did not arrive')}
      actions={<Button onClick={onClose}>{say('Close')}</Button>}
    >
      <Alert tone={isDelivered ? 'success' : 'danger'}>
        <p>{latest === undefined ? say('There was no answer.') : tryText(latest)}</p>
      </Alert>
      <Tries attempts={result.attempts} />
    </Dialog>
  );
}
