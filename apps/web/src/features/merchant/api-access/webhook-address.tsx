import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveWebhook, testWebhook, type WebhookDeliveryDetail } from '@zawadi/contract/webhooks';
import { useState } from 'react';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Tries } from './tries.tsx';

type WebhookAddressProps = { saved: string | undefined; onSecret: (secret: string) => void };

const addressSchema = saveWebhook.body.shape.url.unwrap().unwrap();

/** The address that events are sent to: to save, to try out, and to take away. */
export function WebhookAddress({ saved, onSecret }: WebhookAddressProps) {
  const [typed, setTyped] = useState(saved ?? '');
  const [problem, setProblem] = useState<string>();
  const saving = useSaveAddress({ onSecret, onProblem: setProblem });
  const isChanged = typed.trim() !== (saved ?? '');
  const submit = () => {
    const read = addressSchema.safeParse(typed);
    setProblem(read.error?.issues[0]?.message);
    if (read.success && !saving.isPending) saving.mutate(read.data);
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label="Webhook URL"
        type="url"
        placeholder="https://shop.example.com/zawadi"
        autoComplete="off"
        spellCheck={false}
        error={problem}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="actions">
        <Button type="submit" small isBusy={saving.isPending} busyLabel="Saving...">
          Save
        </Button>
        <TestButton
          obstacle={saved === undefined || isChanged ? 'Save the address before you test it' : undefined}
        />
        {saved !== undefined && (
          <Button
            variant="quiet"
            small
            onClick={() => {
              setTyped('');
              saving.mutate(null);
            }}
          >
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}

type SavingOutcome = { onSecret: (secret: string) => void; onProblem: (problem: string | undefined) => void };

function useSaveAddress({ onSecret, onProblem }: SavingOutcome) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (url: string | null) => call(saveWebhook, { body: { url } }),
    onSuccess: ({ signingSecret, ...settings }, url) => {
      queries.setQueryData(queryKeys.webhook, settings);
      onProblem(undefined);
      toast.success(url === null ? 'Webhook removed' : 'Webhook saved');
      if (signingSecret !== undefined) onSecret(signingSecret);
    },
    onError: (error) => {
      const atField = error instanceof CallRefused ? error.fields[0]?.message : undefined;
      if (atField === undefined) toast.error(sentenceOf(error, 'The webhook could not be saved.'));
      else onProblem(atField);
    },
  });
}

/** Sends a test and shows what the receiver answered. */
function TestButton({ obstacle }: { obstacle: string | undefined }) {
  const [result, setResult] = useState<WebhookDeliveryDetail>();
  const queries = useQueryClient();
  const testing = useMutation({
    mutationFn: () => call(testWebhook, { body: {} }),
    onSuccess: setResult,
    onError: (error) => toast.error(sentenceOf(error, 'The test could not be sent.')),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.webhookDeliveries });
      await queries.invalidateQueries({ queryKey: queryKeys.webhook });
    },
  });
  return (
    <>
      <Button
        variant="secondary"
        small
        disabled={obstacle !== undefined}
        title={obstacle}
        isBusy={testing.isPending}
        busyLabel="Testing..."
        onClick={() => testing.mutate()}
      >
        Test
      </Button>
      {result !== undefined && <TestResult result={result} onClose={() => setResult(undefined)} />}
    </>
  );
}

type TestResultProps = { result: WebhookDeliveryDetail; onClose: () => void };

/** What a receiver answered to a test. */
function TestResult({ result, onClose }: TestResultProps) {
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
