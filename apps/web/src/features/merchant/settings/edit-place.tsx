import type { ShopPlace } from '@zawadi/contract/merchants-places';
import { updateMerchantPlace } from '@zawadi/contract/merchants-settings';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { PlaceFields, placeFormOf } from '../../shop/place-fields.tsx';
import { useSavedSettings } from './use-settings.ts';
import { say } from '../../../i18n/say.ts';

/** Edits the shop's category and location. */
export function EditPlace({ place, onClose }: { place: ShopPlace; onClose: () => void }) {
  const keepSaved = useSavedSettings();
  const { register, submit, isBusy, problemOf } = useContractForm(updateMerchantPlace, {
    schema: updateMerchantPlace.body,
    defaultValues: placeFormOf(place),
    onSaved: (saved) => {
      onClose();
      void keepSaved(saved, say('Shop saved'));
    },
    fallback: say('The shop could not be saved.'),
  });
  return (
    <FormDialog
      title={say('Where customers find you')}
      action={say('Save Changes')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="small muted">
        {say(
          'Everyone with a gift sees this on the gift page and on paper. Receipts show your address and this phone number.',
        )}
      </p>
      <PlaceFields register={register} problemOf={problemOf} />
    </FormDialog>
  );
}
