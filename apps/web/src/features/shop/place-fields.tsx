import { SHOP_CATEGORY_NAMES } from '@zawadi/contract/merchants-categories';
import { TOWNS, type ShopPlace } from '@zawadi/contract/merchants-places';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { PhoneField, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { say } from '../../i18n/say.ts';

type Name = 'category' | 'town' | 'street' | 'phoneNumber' | 'mapLink';

type PlaceFieldsProps = {
  register: (name: Name) => UseFormRegisterReturn;
  problemOf: (name: Name) => string | undefined;
};

const notSaid = () => ({ value: '', label: say('Not chosen') });
const kindOptions = () => [
  notSaid(),
  ...Object.entries(SHOP_CATEGORY_NAMES).map(([value, label]) => ({ value, label: say(label) })),
  { value: 'other', label: say('Something else') },
];
const townOptions = () => [
  notSaid(),
  ...TOWNS.map((town) => ({ value: town as string, label: town === 'Other' ? say('Another place') : town })),
];

/** Fields for a shop's category and location. */
export function PlaceFields({ register, problemOf }: PlaceFieldsProps) {
  return (
    <>
      <SelectField
        label={say('What the shop sells')}
        options={kindOptions()}
        error={problemOf('category')}
        {...register('category')}
      />
      <SelectField
        label={say('Town')}
        options={townOptions()}
        error={problemOf('town')}
        {...register('town')}
      />
      <TextField
        label={say('Area and street')}
        placeholder="Section 58, Kenyatta Avenue"
        maxLength={80}
        isOptional
        error={problemOf('street')}
        {...register('street')}
      />
      <PhoneField
        label={say('Phone for customers')}
        isOptional
        error={problemOf('phoneNumber')}
        {...register('phoneNumber')}
      />
      <TextField
        label={say('Map link')}
        help={say(
          'Paste the full link from your map app, or coordinates such as -0.2833, 36.0667. With coordinates, gifts list you as near.',
        )}
        inputMode="url"
        isOptional
        error={problemOf('mapLink')}
        {...register('mapLink')}
      />
    </>
  );
}

/** Returns the form's values for a location; a missing value becomes an empty text. */
export function placeFormOf(place: ShopPlace) {
  const { category = '', street = '', phoneNumber = '', mapLink = '' } = place;
  const town = TOWNS.find((one) => one === place.town) ?? ('' as const);
  return { category, town, street, phoneNumber, mapLink } as const;
}
