import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveWebhook, testWebhook, type WebhookDeliveryDetail } from '@zawadi/contract/webhooks';
import { useState } from 'react';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say, translated } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useRefetchWebhooks } from './use-webhooks.ts';
import { RemoveQuestion, TestResult } from './webhook-dialogs.tsx';

type WebhookAddressProps = { saved: string | undefined; onSecret: (secret: string) => void };

const addressSchema = saveWebhook.body.shape.url.unwrap().unwrap();

/** Saves, tests and removes the first webhook address. */
export function WebhookAddress({ saved, onSecret }: WebhookAddressProps) {
  const [typed, setTyped] = useState(saved ?? '');
  const [problem, setProblem] = useState<string>();
  const [isRemoving, setRemoving] = useState(false);
  const saving = useSaveAddress({ onSecret, onProblem: setProblem });
  const isChanged = typed.trim() !== (saved ?? '');
  const submit = () => {
    const read = addressSchema.safeParse(typed);
    setProblem(read.error?.issues[0]?.message);
    if (read.success && !saving.isPending) saving.mutate(read.data);
  };
  return (
    <>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={say('Webhook URL')}
          type="url"
          placeholder="https://shop.example.com/zawadi"
          autoComplete="off"
          spellCheck={false}
          error={problem && translated(problem)}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="actions">
          <Button type="submit" small isBusy={saving.isPending} busyLabel={say('Saving...')}>
            {say('Save')}
          </Button>
          <TestButton
            obstacle={
              saved === undefined || isChanged ? say('Save the address before you test it') : undefined
            }
          />
          {saved !== undefined && (
            <Button variant="quiet" small onClick={() => setRemoving(true)}>
              {say('Remove')}
            </Button>
          )}
        </div>
      </form>
      {isRemoving && saved !== undefined && (
        <RemoveQuestion
          name={new URL(saved).host}
          remove={async () => saving.mutateAsync(null)}
          onDone={() => setTyped('')}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

type SavingOutcome = { onSecret: (secret: string) => void; onProblem: (problem: string | undefined) => void };

function useSaveAddress({ onSecret, onProblem }: SavingOutcome) {
  const queries = useQueryClient();
  const refresh = useRefetchWebhooks();
  return useMutation({
    mutationFn: (url: string | null) => call(saveWebhook, { body: { url } }),
    onSuccess: async ({ signingSecret, ...settings }, url) => {
      queries.setQueryData(queryKeys.webhook, settings);
      onProblem(undefined);
      toast.success(url === null ? say('Webhook removed') : say('Webhook saved'));
      if (signingSecret !== undefined) onSecret(signingSecret);
      await refresh();
    },
    onError: (error, url) => {
      // While removing, the confirmation dialog shows the error.
      if (url === null) return;
      const atField = error instanceof CallRefused ? error.fields[0]?.message : undefined;
      if (atField === undefined) toast.error(sentenceOf(error, say('The webhook could not be saved.')));
      else onProblem(atField);
    },
  });
}

/** Sends a test event and shows the receiver's answer. */
function TestButton({ obstacle }: { obstacle: string | undefined }) {
  const [result, setResult] = useState<WebhookDeliveryDetail>();
  const refresh = useRefetchWebhooks();
  const testing = useMutation({
    mutationFn: () => call(testWebhook, { body: {} }),
    onSuccess: setResult,
    onError: (error) => toast.error(sentenceOf(error, say('The test could not be sent.'))),
    onSettled: refresh,
  });
  return (
    <>
      <Button
        variant="secondary"
        small
        disabled={obstacle !== undefined}
        title={obstacle}
        isBusy={testing.isPending}
        busyLabel={say('Testing...')}
        onClick={() => testing.mutate()}
      >
        {say('Test')}
      </Button>
      {result !== undefined && <TestResult result={result} onClose={() => setResult(undefined)} />}
    </>
  );
}
