import {
  useController,
  useWatch,
  type Control,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { recipients, type Cloth } from '@zawadi/contract/purchases';
import { useState, type ChangeEvent } from 'react';
import { languages } from '../../../i18n/languages.ts';
import { say } from '../../../i18n/say.ts';
import { PhoneField, TextArea, TextField } from '../../../ui/field.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { clothNames, TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useUser } from '../../session/session.tsx';
import { parseAmount } from '../amount.ts';
import { ContactChips } from '../contact-chips.tsx';
import { contactOf } from '../matching-contacts.ts';
import { LONGEST_MESSAGE, type GiftField, type GiftForm } from './gift-form.ts';
import { deliveryDays, HOUR_OPTIONS } from './delivery.ts';
import './gift-fields.css';

const QUICK_AMOUNTS = [500, 1000, 2500, 5000].map((amount) => ({
  amount,
  label: amount.toLocaleString('en-KE'),
}));

const LANGUAGES = Object.entries(languages).map(([value, label]) => ({ value, label }));

/** From this length on, a message shows its character count; below it, a count only makes the form longer. */
const COUNTED_FROM = 200;

/** The fields of a gift: amount, recipient, message, cloth and delivery. */
export function GiftFields({ form }: { form: UseFormReturn<GiftForm> }) {
  const { register, setValue, control, formState } = form;
  const problem = (field: GiftField) => formState.errors[field]?.message;
  const [amount, message] = useWatch({ control, name: ['amount', 'message'] });
  const length = [...message].length;
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
        rows={2}
        maxLength={LONGEST_MESSAGE}
        help={
          length > COUNTED_FROM
            ? say('{count} of {most}', { count: length, most: LONGEST_MESSAGE })
            : undefined
        }
      />
      <ClothChoice field={register('cloth')} />
      <DeliveryChoice form={form} />
      <MoreOptions form={form} />
    </>
  );
}

/** Options that few buyers change. Folded, unless one is chosen already. */
function MoreOptions({ form: { register, getValues } }: { form: UseFormReturn<GiftForm> }) {
  const [isOpen] = useState(() => getValues('showsAmount') || getValues('language') !== 'mine');
  return (
    <details className="more-options" open={isOpen}>
      <summary>
        <Icon of={ChevronRight} />
        {say('More options')}
      </summary>
      <div className="stack-2">
        <SelectField
          label={say('Language of the SMS and email')}
          {...register('language')}
          options={[{ value: 'mine', label: say('Same as mine') }, ...LANGUAGES]}
        />
        <Checkbox label={say('Show the amount in shared links')} {...register('showsAmount')} />
      </div>
    </details>
  );
}

function RecipientFields({
  form: { register, formState, control, setValue },
}: {
  form: UseFormReturn<GiftForm>;
}) {
  const earlier = useRecipients();
  const own = useUser();
  const [typedName, isCopy] = useWatch({ control, name: ['fullName', 'copyToBuyer'] });
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
          // If the contact has no email, the buyer gets the copy instead.
          setValue('copyToBuyer', email === '');
          setValue('email', email === '' ? own.email : email, options);
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
          autoComplete="off"
          aria-required
        />
        <div className="copy-choice">
          <TextField
            label={isCopy ? say('Your email') : say('Recipient’s email')}
            type="email"
            {...register('email')}
            error={problem('email')}
            autoComplete="off"
            aria-required
          />
          <Checkbox
            label={say('She has no email: send the copy to me')}
            {...register('copyToBuyer', {
              onChange: (event: ChangeEvent<HTMLInputElement>) =>
                setValue('email', event.target.checked ? own.email : '', {
                  shouldDirty: true,
                  shouldValidate: formState.isSubmitted,
                }),
            })}
          />
        </div>
      </div>
    </>
  );
}

/** Loads earlier recipients. If that fails, the buyer types the fields. */
function useRecipients() {
  const { data } = useQuery({
    queryKey: queryKeys.recipients,
    queryFn: ({ signal }) => call(recipients, { signal }),
  });
  return (data?.recipients ?? []).map(({ fullName, ...rest }) => contactOf({ name: fullName, ...rest }));
}

/** Chooses the cloth on which the gift is printed. */
function ClothChoice({ field }: { field: UseFormRegisterReturn }) {
  return (
    <fieldset className="field">
      <legend className="label mb-1.5">{say('Cloth')}</legend>
      <div className="cloths">
        {(Object.keys(clothNames) as Cloth[]).map((cloth) => (
          <label key={cloth}>
            <input className="sr" type="radio" value={cloth} {...field} />
            <TicketSwatch cloth={cloth} />
            {say(clothNames[cloth])}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Chooses immediate delivery, or a day and an hour. */
function DeliveryChoice({ form: { register, control } }: { form: UseFormReturn<GiftForm> }) {
  const delivery = useWatch({ control, name: 'delivery' });
  const [days] = useState(() => deliveryDays(new Date()));
  return (
    <fieldset className="field">
      <legend className="label mb-1.5">{say('When it arrives')}</legend>
      <div className="delivery">
        <label>
          <input type="radio" value="now" {...register('delivery')} />
          {say('Right after you pay')}
        </label>
        <label>
          <input type="radio" value="later" {...register('delivery')} />
          {say('On a chosen day')}
        </label>
      </div>
      {delivery === 'later' && (
        <div className="two">
          <DeliveryDay control={control} days={days} />
          <SelectField
            label={say('Hour')}
            {...register('deliverHour')}
            options={HOUR_OPTIONS}
            help={say('Time in Nairobi')}
          />
        </div>
      )}
    </fieldset>
  );
}

type DeliveryDayProps = { control: Control<GiftForm>; days: ReturnType<typeof deliveryDays> };

function DeliveryDay({ control, days }: DeliveryDayProps) {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control, name: 'deliverDay' });
  return (
    <DateField
      label={say('Day')}
      min={days.first}
      max={days.last}
      {...{ ref, value, onChange, onBlur }}
      error={error?.message}
      aria-required
    />
  );
}
