import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sayThanks } from '@zawadi/contract/vouchers-gifts';
import { Heart } from 'lucide-react';
import { useState } from 'react';
import { call, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { firstNameOf } from '../../ui/first-name.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';

type SayThanksProps = { claimToken: string; senderName: string };

const LONGEST = 200;
const FORM_ID = 'thanks-form';

/** A few words back to the sender, once. */
export function SayThanks({ claimToken, senderName }: SayThanksProps) {
  const [isOpen, setIsOpen] = useState(false);
  const thanking = useThanking(claimToken, () => setIsOpen(false));
  if (thanking.isSuccess) return null;
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        <Icon of={Heart} />
        {say('Say thanks')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={say('Thank {name}', { name: firstNameOf(senderName) })}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              {say('Not now')}
            </Button>
            <Button type="submit" form={FORM_ID} isBusy={thanking.isPending} busyLabel={say('Sending...')}>
              {say('Send thanks')}
            </Button>
          </>
        }
      >
        <ThanksForm problem={problemOf(thanking.error)} onSend={(message) => thanking.mutate(message)} />
      </Dialog>
    </>
  );
}

type ThanksFormProps = { problem: string | undefined; onSend: (message: string) => void };

function ThanksForm({ problem, onSend }: ThanksFormProps) {
  const [typed, setTyped] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const send = () => {
    const message = typed.trim().replaceAll(/\s+/gu, ' ');
    setIsEmpty(message === '');
    if (message !== '') onSend(message);
  };
  return (
    <form
      id={FORM_ID}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        label={say('Your words')}
        value={typed}
        maxLength={LONGEST}
        onChange={({ target }) => setTyped(target.value)}
        error={isEmpty ? say('Please write a few words') : problem}
        help={say('We send them by SMS and email. You can do this once.')}
      />
    </form>
  );
}

function problemOf(error: Error | null): string | undefined {
  return error === null ? undefined : sentenceOf(error);
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
