import { tillName } from '@zawadi/contract/redemptions';
import { useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useMerchant } from '../../session/session.tsx';
import { PlaceSelect } from '../places/place-select.tsx';
import { usePlaceChoice, usePlaces } from '../places/use-places.ts';
import { placeChoice, tillChoice } from './till-place.ts';

/** Names this till, and says at which place it is. Staff of one place redeem there on every till. */
export function NameTill({ onClose }: { onClose: () => void }) {
  const { merchantCode } = useMerchant();
  const ownPlaceId = usePlaces().data?.ownPlaceId;
  const places = usePlaceChoice();
  const [typed, setTyped] = useState(tillChoice.read());
  const [problem, setProblem] = useState<string>();
  const [placeId, setPlaceId] = useState(() => placeChoice.of(merchantCode));
  const isOpen = places.some((one) => one.placeId === placeId);
  const place = isOpen ? placeId : places.find(({ isMain }) => isMain)?.placeId;
  const submit = () => {
    const read = typed.trim() === '' ? { data: '', error: undefined } : tillName.safeParse(typed);
    setProblem(read.error?.issues[0]?.message);
    if (read.data === undefined) return;
    tillChoice.set(read.data);
    if (place !== undefined) placeChoice.set(merchantCode, place);
    onClose();
  };
  return (
    <FormDialog
      title={say('Name this till')}
      action={say('Save')}
      isBusy={false}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onClose={onClose}
    >
      {ownPlaceId === undefined && (
        <PlaceSelect value={place} onChange={({ target }) => setPlaceId(target.value)} />
      )}
      <TextField
        label={say('Name of this till')}
        placeholder={say('Till 2')}
        help={say('Receipts and lists show it. It stays on this device.')}
        isOptional
        autoComplete="off"
        maxLength={40}
        error={problem}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
