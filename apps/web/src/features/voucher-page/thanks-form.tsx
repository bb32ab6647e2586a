import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sayThanks } from '@zawadi/contract/vouchers-gifts';
import { useState } from 'react';
import { call, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { TextArea } from '../../ui/field.tsx';
import { firstNameOf } from '../../ui/first-name.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toast } from '../../ui/toast.tsx';

type ThanksFormProps = { claimToken: string; senderName: string; onSent: () => void; onClose: () => void };

const LONGEST = 200;

/** Form that sends a thank-you message. */
export function ThanksForm({ claimToken, senderName, onSent, onClose }: ThanksFormProps) {
  const [typed, setTyped] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const thanking = useThanking(claimToken, onSent);
  const send = () => {
    const message = typed.trim().replaceAll(/\s+/gu, ' ');
    setIsEmpty(message === '');
    if (message !== '') thanking.mutate(message);
  };
  const problem = thanking.error === null ? undefined : sentenceOf(thanking.error);
  return (
    <FormDialog
      title={say('Thank {name}', { name: firstNameOf(senderName) })}
      action={say('Send thanks')}
      dismiss={say('Not now')}
      busyLabel={say('Sending...')}
      isBusy={thanking.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onClose={onClose}
    >
      <TextArea
        label={say('Your words')}
        value={typed}
        maxLength={LONGEST}
        onChange={({ target }) => setTyped(target.value)}
        error={isEmpty ? say('Please write a few words') : problem}
        help={say('We send them by SMS and email. You can do this once.')}
      />
    </FormDialog>
  );
}

function useThanking(claimToken: string, onSent: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (message: string) => call(sayThanks, { body: { claimToken, message } }),
    onSuccess: () => {
      toast.success(say('Your thanks are on their way'));
      onSent();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.vouchers }),
  });
}
