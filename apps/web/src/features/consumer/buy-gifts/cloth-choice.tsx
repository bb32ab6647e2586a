import type { Cloth } from '@zawadi/contract/purchases';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { say } from '../../../i18n/say.ts';
import { clothNames, TicketSwatch } from '../../../ui/ticket-swatch.tsx';

/** Which cloth the gift is printed on. */
export function ClothChoice({ field }: { field: UseFormRegisterReturn }) {
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
