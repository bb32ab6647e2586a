import type { WebhookDeliveryDetail } from '@zawadi/contract/webhooks';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Tries } from './tries.tsx';

type TestResultProps = { result: WebhookDeliveryDetail; onClose: () => void };

/** What a receiver answered to a test. */
export function TestResult({ result, onClose }: TestResultProps) {
  const [latest] = result.attempts;
  const isDelivered = latest?.isDelivered === true;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isDelivered ? 'Your webhook works' : 'The test did not arrive'}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Alert tone={isDelivered ? 'success' : 'danger'}>
        <p>{latest?.explanation ?? 'There was no answer.'}</p>
      </Alert>
      <Tries attempts={result.attempts} />
    </Dialog>
  );
}
