import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sayThanks } from '@zawadi/contract/vouchers-gifts';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import { call, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { firstNameOf } from '../../ui/first-name.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';

type SayThanksProps = { claimToken: string; senderName: string; variant?: ButtonLook['variant'] };

const LONGEST = 200;

/** A few words back to the sender, once. */
export function SayThanks({ claimToken, senderName, variant = 'quiet' }: SayThanksProps) {
  const [isOpen, setIsOpen] = useState(false);
  const thanking = useThanking(claimToken, () => setIsOpen(false));
  if (thanking.isSuccess) return null;
  return (
    <>
      <Button variant={variant} onClick={() => setIsOpen(true)}>
        <Icon of={Heart} />
        {say('Say thanks')}
      </Button>
      {isOpen && (
        <ThanksForm
          senderName={senderName}
          problem={thanking.error === null ? undefined : sentenceOf(thanking.error)}
          isBusy={thanking.isPending}
          onSend={(message) => thanking.mutate(message)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

type ThanksFormProps = {
  senderName: string;
  problem: string | undefined;
  isBusy: boolean;
  onSend: (message: string) => void;
  onClose: () => void;
};

function ThanksForm({ senderName, problem, isBusy, onSend, onClose }: ThanksFormProps) {
  const [typed, setTyped] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const send = () => {
    const message = typed.trim().replaceAll(/\s+/gu, ' ');
    setIsEmpty(message === '');
    if (message !== '') onSend(message);
  };
  return (
    <FormDialog
      title={say('Thank {name}', { name: firstNameOf(senderName) })}
      action={say('Send thanks')}
      dismiss={say('Not now')}
      busyLabel={say('Sending...')}
      isBusy={isBusy}
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
