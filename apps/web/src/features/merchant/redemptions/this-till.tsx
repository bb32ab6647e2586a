import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { useMerchant } from '../../session/session.tsx';
import { usePlaceChoice, usePlaces } from '../places/use-places.ts';
import { placeChoice, tillChoice } from './till-place.ts';

// Loads when it opens, because a till is named once.
const NameTill = lazy(async () => ({ default: (await import('./name-till.tsx')).NameTill }));

/** Place and name of this till, which every redemption keeps. */
export function ThisTill() {
  const [isNaming, setNaming] = useState(false);
  const { place, till } = useThisTill();
  const name = [place, till].filter(Boolean).join(', ');
  return (
    <div className="till-name small muted">
      <span>{name === '' ? say('This till has no name.') : say('This till: {name}', { name })}</span>
      <Button variant="quiet" small onClick={() => setNaming(true)}>
        {name === '' ? say('Name this till') : say('Change')}
      </Button>
      <Suspense>{isNaming && <NameTill onClose={() => setNaming(false)} />}</Suspense>
    </div>
  );
}

/** Returns the names of place and till; no place while the merchant has only one. */
function useThisTill(): { place: string | undefined; till: string } {
  const { merchantCode } = useMerchant();
  const till = useSyncExternalStore(tillChoice.watch, tillChoice.read);
  const chosen = useSyncExternalStore(placeChoice.watch, () => placeChoice.of(merchantCode));
  const ownPlaceId = usePlaces().data?.ownPlaceId;
  const places = usePlaceChoice();
  const placeId = ownPlaceId ?? chosen;
  const place = places.find((one) => (placeId === undefined ? one.isMain : one.placeId === placeId));
  return { place: place?.name, till };
}
