import { closePlace, type MerchantPlace } from '@zawadi/contract/merchants-place-list';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useMerchant } from '../../session/session.tsx';
import { placeFacts } from '../../shop/place-facts.tsx';
import { hoursInWords } from '../../shop/shop-words.ts';
import { usePlaces, useSavedPlaces } from './use-places.ts';
import './places.css';

// Dialogs load when they open, because the settings page is large already.
const AddPlace = lazy(async () => ({ default: (await import('./edit-place.tsx')).AddPlace }));
const EditPlace = lazy(async () => ({ default: (await import('./edit-place.tsx')).EditPlace }));
const EditOpeningHours = lazy(async () => ({
  default: (await import('./edit-opening-hours.tsx')).EditOpeningHours,
}));

type Asking = { what: 'add' } | { what: 'place' | 'hours' | 'close'; place: MerchantPlace };

/**
 * The open places of the merchant: where customers find them, and when they are open. A manager of one place sees and
 * changes that place only.
 */
export function PlacesSheet() {
  const { isOfOnePlace } = useMerchant();
  const list = usePlaces();
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const places = list.data?.places.filter(({ closedAt }) => closedAt === undefined);
  return (
    <Sheet
      title={places !== undefined && places.length > 1 ? say('Your places') : say('Your shop')}
      action={
        places !== undefined &&
        !isOfOnePlace && (
          <Button variant="secondary" small onClick={() => setAsking({ what: 'add' })}>
            <Icon of={Plus} />
            {say('Add place')}
          </Button>
        )
      }
    >
      {list.isPending && <ListSkeleton rows={3} />}
      {list.isError && places === undefined && (
        <LoadFailure title={say('Failed to load your places')} of={list} />
      )}
      {places !== undefined && (
        <ul className="shop-places">
          {places.map((place) => (
            <li key={place.placeId}>
              <PlaceSection place={place} onAsk={(what) => setAsking({ what, place })} />
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {asking?.what === 'add' && <AddPlace onClose={close} />}
        {asking?.what === 'place' && <EditPlace place={asking.place} onClose={close} />}
        {asking?.what === 'hours' && <EditOpeningHours place={asking.place} onClose={close} />}
      </Suspense>
      {asking?.what === 'close' && <ClosePlace place={asking.place} onClose={close} />}
    </Sheet>
  );
}

type PlaceSectionProps = { place: MerchantPlace; onAsk: (what: 'place' | 'hours' | 'close') => void };

function PlaceSection({ place, onAsk }: PlaceSectionProps) {
  const { isOfOnePlace } = useMerchant();
  const { name, isMain, openingHours, ...details } = place;
  const isSaid = ['category', 'town', 'street', 'phoneNumber', 'mapLink'].some((field) => field in details);
  return (
    <section className="shop-place" aria-label={name}>
      <h3>{name}</h3>
      {isSaid ? (
        <Facts facts={placeFacts(details)} />
      ) : (
        <p className="small muted">
          {say('Not set yet. Gifts list your shop by its name only, and receipts have no address.')}
        </p>
      )}
      <h4 className="small strong">{say('Opening hours')}</h4>
      {openingHours === null ? (
        <p className="small muted">
          {say('Not set yet. After you set them, a redemption while you are closed raises a fraud alert.')}
        </p>
      ) : (
        <Facts facts={hoursInWords(openingHours).map(({ days, hours }) => ({ label: days, value: hours }))} />
      )}
      <div className="actions">
        <Button variant="secondary" small onClick={() => onAsk('place')}>
          {isSaid ? say('Change place') : say('Set place')}
        </Button>
        <Button variant="secondary" small onClick={() => onAsk('hours')}>
          {openingHours === null ? say('Set hours') : say('Change hours')}
        </Button>
        {!isMain && !isOfOnePlace && (
          <Button variant="quiet" small onClick={() => onAsk('close')}>
            {say('Close place')}
          </Button>
        )}
      </div>
    </section>
  );
}

function ClosePlace({ place: { placeId, name }, onClose }: { place: MerchantPlace; onClose: () => void }) {
  const keepSaved = useSavedPlaces();
  return (
    <ConfirmDialog
      title={say('Close {name} for good?', { name })}
      action={say('Close place')}
      busyLabel={say('Closing...')}
      variant="danger"
      confirm={() => call(closePlace, { params: { placeId } })}
      onDone={(saved) => {
        onClose();
        keepSaved(saved, say('Place closed'));
      }}
      onClose={onClose}
    >
      <p className="muted">
        {say(
          'Customers no longer see it, and no till redeems there. Its redemptions stay on record, and your balance stays as it is.',
        )}
      </p>
    </ConfirmDialog>
  );
}
