import { SHOP_CATEGORY_NAMES } from '@zawadi/contract/merchants-categories';
import type { ShopPlace } from '@zawadi/contract/merchants-places';
import { formatMsisdn } from '@zawadi/contract/text';
import type { Fact } from '../../ui/facts.tsx';
import { say } from '../../i18n/say.ts';

/** Returns a shop's location as facts. */
export function placeFacts({ category, town, street, phoneNumber, mapLink }: ShopPlace): Fact[] {
  const sold =
    category === undefined || category === 'other' ? undefined : say(SHOP_CATEGORY_NAMES[category]);
  const where = [street, town === 'Other' ? undefined : town].filter(Boolean).join(', ');
  return [
    {
      label: say('Sells'),
      value: sold ?? (category === 'other' ? say('Something else') : say('Not chosen')),
    },
    { label: say('Where'), value: where === '' ? say('Not chosen') : where },
    {
      label: say('Phone for customers'),
      value: phoneNumber === undefined ? say('None') : formatMsisdn(phoneNumber),
    },
    {
      label: say('Map'),
      value:
        mapLink === undefined ? (
          say('None')
        ) : (
          <a href={mapLink} target="_blank" rel="noopener noreferrer">
            {say('Open the map')}
          </a>
        ),
    },
  ];
}
