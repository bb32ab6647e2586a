import { useState } from 'react';
import type { Control, UseFormReturn } from 'react-hook-form';
import { useController, useWatch } from 'react-hook-form';
import { say } from '../../../i18n/say.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { deliveryDays, HOURS } from './delivery.ts';
import type { GiftForm } from './gift-form.ts';
import './delivery-choice.css';

/** At once, or at a chosen hour of a chosen day. */
export function DeliveryChoice({ form: { register, control } }: { form: UseFormReturn<GiftForm> }) {
  const delivery = useWatch({ control, name: 'delivery' });
  const [days] = useState(() => deliveryDays(new Date()));
  return (
    <fieldset className="field">
      <legend className="label mb-1.5">{say('When it arrives')}</legend>
      <div className="delivery">
        <label>
          <input type="radio" value="now" {...register('delivery')} />
          {say('As soon as it is paid')}
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
            options={HOURS.map((hour) => ({ value: hour, label: `${hour}:00` }))}
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
