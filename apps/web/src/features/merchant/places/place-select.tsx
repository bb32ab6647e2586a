import type { SelectHTMLAttributes } from 'react';
import { say } from '../../../i18n/say.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { usePlaceChoice } from './use-places.ts';

type PlaceSelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  /** Label of the choice of no place; without it, a place has to be chosen. */
  allLabel?: string;
  help?: string;
  error?: string | undefined;
};

/** Chooses one of the open places. Shown only while the merchant has several. */
export function PlaceSelect({ allLabel, ...field }: PlaceSelectProps) {
  const places = usePlaceChoice();
  if (places.length === 0) return null;
  return (
    <SelectField
      label={say('Place')}
      options={[
        ...(allLabel === undefined ? [] : [{ value: '', label: allLabel }]),
        ...places.map(({ placeId, name }) => ({ value: placeId, label: name })),
      ]}
      {...field}
    />
  );
}
