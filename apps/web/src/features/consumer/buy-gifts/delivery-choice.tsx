import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import { say } from '../../../i18n/say.ts';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { deliveryDays, HOURS } from './delivery.ts';
import type { GiftForm } from './gift-form.ts';
import './delivery-choice.css';

/** At once, or at a chosen hour of a chosen day. */
export function DeliveryChoice({
  form: { register, control, formState },
}: {
  form: UseFormReturn<GiftForm>;
}) {
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
          <TextField
            label={say('Day')}
            type="date"
            min={days.first}
            max={days.last}
            {...register('deliverDay')}
            error={formState.errors.deliverDay?.message}
            aria-required
          />
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
