import { addPlace, updatePlace, type MerchantPlace } from '@zawadi/contract/merchants-place-list';
import type { z } from 'zod';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useContractForm, type ContractForm } from '../../forms/use-contract-form.ts';
import { PlaceFields, placeFormOf } from '../../shop/place-fields.tsx';
import { useSavedPlaces } from './use-places.ts';
import { say } from '../../../i18n/say.ts';

const schema = addPlace.body;
const codes = { place_name_taken: 'name' } as const;

/** Adds a place. */
export function AddPlace({ onClose }: { onClose: () => void }) {
  const keepSaved = useSavedPlaces();
  const form = useContractForm(addPlace, {
    schema,
    defaultValues: { name: '', ...placeFormOf({}) },
    onSaved: (saved) => {
      onClose();
      keepSaved(saved, say('Place added'));
    },
    codes,
    fallback: say('The place could not be saved.'),
  });
  return <PlaceDialog title={say('Add a place')} action={say('Add place')} form={form} onClose={onClose} />;
}

/** Edits the name, category and location of a place. */
export function EditPlace({ place, onClose }: { place: MerchantPlace; onClose: () => void }) {
  const keepSaved = useSavedPlaces();
  const form = useContractForm(updatePlace, {
    schema,
    defaultValues: { name: place.name, ...placeFormOf(place) },
    inputOf: (body) => ({ params: { placeId: place.placeId }, body }),
    onSaved: (saved) => {
      onClose();
      keepSaved(saved, say('Place saved'));
    },
    codes,
    fallback: say('The place could not be saved.'),
  });
  const title = say('Where customers find you');
  return <PlaceDialog title={title} action={say('Save Changes')} form={form} onClose={onClose} />;
}

type PlaceDialogProps = {
  title: string;
  action: string;
  form: ContractForm<z.input<typeof schema>, z.output<typeof schema>>;
  onClose: () => void;
};

function PlaceDialog({ title, action, form, onClose }: PlaceDialogProps) {
  const { register, submit, isBusy, problemOf } = form;
  return (
    <FormDialog title={title} action={action} isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <p className="small muted">
        {say(
          'Everyone with a gift sees this on the gift page and on paper. Receipts show your address and this phone number.',
        )}
      </p>
      <TextField
        label={say('Name of the place')}
        help={say('Customers see it if you have several places.')}
        placeholder="Westlands"
        maxLength={40}
        autoComplete="off"
        error={problemOf('name')}
        {...register('name')}
      />
      <PlaceFields register={register} problemOf={problemOf} />
    </FormDialog>
  );
}
