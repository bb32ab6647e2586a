import { useMutation, useQueryClient } from '@tanstack/react-query';
import { correctRecipient, type SentGift } from '@zawadi/contract/vouchers-gifts';
import { email, msisdn, personName } from '@zawadi/contract/text';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { problemsOf, problemWith, resolverOf } from '../../forms/typed-fields.ts';

type Recipient = { fullName: string; phone: string; email: string };

const FORM_ID = 'recipient-form';
const FIELDS = { fullName: 'fullName', recipientMsisdn: 'phone', recipientEmail: 'email' } as const;

/** Sends an unopened gift to the right person. The old code and link die, so nobody else can use them. */
export function CorrectRecipient({ gift, onClose }: { gift: SentGift; onClose: () => void }) {
  const form = useForm<Recipient>({
    defaultValues: { fullName: gift.recipientName, phone: gift.recipientMsisdn, email: gift.recipientEmail },
    resolver: resolverOf(recipientProblems),
  });
  const correcting = useCorrecting(gift, form.setError, onClose);
  const { register, formState } = form;
  const problem = (field: keyof Recipient) => formState.errors[field]?.message;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Who is this gift for?')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Not now')}
          </Button>
          <Button type="submit" form={FORM_ID} isBusy={correcting.isPending} busyLabel={say('Sending...')}>
            {say('Send to this person')}
          </Button>
        </>
      }
    >
      <p className="muted">
        {say('We send a new code to this person. The code and link of {name} stop working.', {
          name: gift.recipientName,
        })}
      </p>
      <form
        id={FORM_ID}
        className="stack"
        noValidate
        onSubmit={(event) => void form.handleSubmit((typed) => correcting.mutate(typed))(event)}
      >
        <TextField
          label={say('Recipient’s full name')}
          {...register('fullName')}
          error={problem('fullName')}
          autoComplete="off"
        />
        <PhoneField
          label={say('Recipient’s phone')}
          {...register('phone')}
          error={problem('phone')}
          autoComplete="off"
        />
        <TextField
          label={say('Recipient’s email')}
          type="email"
          {...register('email')}
          error={problem('email')}
          autoComplete="off"
        />
      </form>
    </Dialog>
  );
}

function recipientProblems(typed: Recipient) {
  return problemsOf({
    fullName: problemWith(personName, typed.fullName),
    phone: problemWith(msisdn, typed.phone),
    email: problemWith(email, typed.email),
  });
}

function useCorrecting(
  { voucherId }: SentGift,
  setError: Parameters<typeof showRefusal<Recipient>>[1]['setError'],
  onCorrected: () => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ fullName, phone, email: address }: Recipient) =>
      call(correctRecipient, {
        body: { voucherId, fullName, recipientMsisdn: phone, recipientEmail: address },
      }),
    onSuccess: () => {
      toast.success(say('Recipient corrected'));
      onCorrected();
    },
    onError: (error) =>
      showRefusal<Recipient>(error, { fields: FIELDS, setError, fallback: say('Something went wrong') }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.sentGifts }),
  });
}
