import { useWatch, type UseFormReturn } from 'react-hook-form';
import { say } from '../../../i18n/say.ts';
import { PhoneField, TextArea, TextField } from '../../../ui/field.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { parseAmount } from '../amount.ts';
import { ContactChips } from '../contact-chips.tsx';
import { ClothChoice } from './cloth-choice.tsx';
import { DeliveryChoice } from './delivery-choice.tsx';
import { LONGEST_MESSAGE, type GiftField, type GiftForm } from './gift-form.ts';
import { useRecipients } from './use-recipients.ts';

const QUICK_AMOUNTS = [500, 1000, 2500, 5000].map((amount) => ({
  amount,
  label: amount.toLocaleString('en-KE'),
}));

/** The fields of a gift: amount, recipient, words and cloth. */
export function GiftFields({ form }: { form: UseFormReturn<GiftForm> }) {
  const { register, setValue, control, formState } = form;
  const problem = (field: GiftField) => formState.errors[field]?.message;
  const [amount, message] = useWatch({ control, name: ['amount', 'message'] });
  return (
    <>
      <MoneyField
        label={say('Amount')}
        {...register('amount')}
        error={problem('amount')}
        chips={QUICK_AMOUNTS}
        chosen={parseAmount(amount)}
        onChoose={(chosen) =>
          setValue('amount', chosen.toLocaleString('en-KE'), {
            shouldDirty: true,
            shouldValidate: formState.isSubmitted,
          })
        }
        aria-required
      />
      <RecipientFields form={form} />
      <TextArea
        label={say('Message')}
        isOptional
        {...register('message')}
        error={problem('message')}
        maxLength={LONGEST_MESSAGE}
        help={
          <span className="spread">
            <span>{say('Written along the foot of the cloth')}</span>
            <span>{say('{count} of {most}', { count: [...message].length, most: LONGEST_MESSAGE })}</span>
          </span>
        }
      />
      <ClothChoice field={register('cloth')} />
      <DeliveryChoice form={form} />
    </>
  );
}

function RecipientFields({
  form: { register, formState, control, setValue },
}: {
  form: UseFormReturn<GiftForm>;
}) {
  const earlier = useRecipients();
  const typedName = useWatch({ control, name: 'fullName' });
  const problem = (field: GiftField) => formState.errors[field]?.message;
  return (
    <>
      <ContactChips
        label={say('Give again to')}
        contacts={earlier}
        typedName={typedName}
        onChoose={({ fullName, phone, email }) => {
          const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
          setValue('phone', phone, options);
          setValue('email', email, options);
          setValue('fullName', fullName, options);
        }}
      />
      <TextField
        label={say('Recipient’s full name')}
        {...register('fullName')}
        error={problem('fullName')}
        autoComplete="off"
        aria-required
      />
      <div className="two">
        <PhoneField
          label={say('Recipient’s phone')}
          {...register('phone')}
          error={problem('phone')}
          help={say('Gets the voucher by SMS')}
          autoComplete="off"
          aria-required
        />
        <TextField
          label={say('Recipient’s email')}
          type="email"
          {...register('email')}
          error={problem('email')}
          help={say('And by e-mail')}
          autoComplete="off"
          aria-required
        />
      </div>
    </>
  );
}
