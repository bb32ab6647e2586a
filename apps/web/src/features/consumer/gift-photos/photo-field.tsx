import { GIFT_PHOTO_FROM_SHILLINGS } from '@zawadi/contract/gift-photos';
import { formatKes } from '@zawadi/contract/money';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoosePicture } from '../../pictures/choose-picture.tsx';
import { FilePicture } from '../../pictures/file-picture.tsx';
import './photo-field.css';

type PhotoFieldProps = {
  /** Typed amount in whole shillings; undefined while it is invalid. */
  amount: number | undefined;
  photo: File | undefined;
  onPhoto: (photo: File | undefined) => void;
};

/** Chooses a photo of the giver for the gift. The photo is uploaded when the gift is registered. */
export function PhotoField({ amount, photo, onPhoto }: PhotoFieldProps) {
  const isTooSmall = amount !== undefined && amount < GIFT_PHOTO_FROM_SHILLINGS;
  return (
    <fieldset className="field">
      <legend className="label mb-1.5">{say('Your photo (optional)')}</legend>
      <div className="photo-field">
        {photo !== undefined && (
          <FilePicture file={photo} alt={say('Your photo on the gift')} className="gift-photo" />
        )}
        <div className="stack-2">
          <p className="help">
            {isTooSmall
              ? say('A photo goes with gifts from {amount}.', {
                  amount: formatKes(GIFT_PHOTO_FROM_SHILLINGS),
                })
              : say('The recipient sees it on the gift page, after pressing Show photo.')}
          </p>
          {!isTooSmall && (
            <div className="actions">
              <ChoosePicture
                label={photo === undefined ? say('Add a photo') : say('Change photo')}
                title={say('Your photo on the gift')}
                action={say('Use photo')}
                shape="square"
                save={async (square) => onPhoto(square)}
              />
              {photo !== undefined && (
                <Button variant="quiet" small onClick={() => onPhoto(undefined)}>
                  {say('Remove')}
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
    </fieldset>
  );
}
