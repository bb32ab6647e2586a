import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makeWebhookSecret } from '@zawadi/contract/webhooks';
import type { WebhookSettings } from '@zawadi/contract/webhooks';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast.tsx';

type SigningSecretProps = {
  secret: NonNullable<WebhookSettings['secret']>;
  isOwner: boolean;
  onSecret: (secret: string) => void;
};

/** How old the secret is that signs messages, and the way to a new one. */
export function SigningSecret({ secret, isOwner, onSecret }: SigningSecretProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="signing-secret">
      <div>
        <h3>Signing secret</h3>
        <p className="tiny muted">
          Made <Time at={secret.madeAt} isMidSentence />.{' '}
          {secret.oldValidUntil !== undefined &&
            `The one before signs too, until ${appointmentText(new Date(secret.oldValidUntil))}. `}
          {!isOwner && 'Only the owner makes a new one.'}
        </p>
      </div>
      {isOwner && (
        <Button variant="secondary" small onClick={() => setOpen(true)}>
          New signing secret
        </Button>
      )}
      {isOpen && <NewSecretQuestion onSecret={onSecret} onClose={() => setOpen(false)} />}
    </div>
  );
}

type NewSecretQuestionProps = { onSecret: (secret: string) => void; onClose: () => void };

function NewSecretQuestion({ onSecret, onClose }: NewSecretQuestionProps) {
  const [endsOld, setEndsOld] = useState(false);
  const queries = useQueryClient();
  const making = useMutation({
    mutationFn: () => call(makeWebhookSecret, { body: { endsOld } }),
    onSuccess: async ({ signingSecret }) => {
      onClose();
      onSecret(signingSecret);
      await queries.invalidateQueries({ queryKey: queryKeys.webhook });
    },
    onError: (error) => toast.error(sentenceOf(error, 'The signing secret could not be made.')),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Make a new signing secret?"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep the old one
          </Button>
          <Button isBusy={making.isPending} busyLabel="Making..." onClick={() => making.mutate()}>
            Make new secret
          </Button>
        </>
      }
    >
      <p className="muted">
        It is shown once. For 24 hours every message is signed with both, so that you can change it without
        losing one.
      </p>
      <Checkbox
        label="The old one leaked: stop using it now"
        checked={endsOld}
        onChange={({ target }) => setEndsOld(target.checked)}
      />
    </Dialog>
  );
}
