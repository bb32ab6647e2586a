import { MOST_GIFTS } from '@zawadi/contract/purchases-basket';
import type { PublicSettings } from '@zawadi/contract/settings';
import { lazy, Suspense, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { CreditCard, Plus, Smartphone } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Button } from '../../../ui/button.tsx';
import { TWO_COLUMNS, useMedia } from '../../../ui/use-media.ts';
import { useUser } from '../../session/session.tsx';
import { resolverOf } from '../../forms/typed-fields.ts';
import { parseAmount } from '../amount.ts';
import type { PhotoChoice } from '../gift-photos/use-giver-photo.ts';
import { useKeptTyping } from '../use-kept-typing.ts';
import { GiftFields } from './gift-fields.tsx';
import { BasketList, useBasket } from './basket.tsx';
import { keepTypedGift, readGiftDraft } from './gift-draft.ts';
import { giftProblems, type GiftForm } from './gift-form.ts';
import { FoldedOffer, FORM_ID, GiftOffer, OfferFoot } from './gift-offer.tsx';
import { PURCHASE_STEPS } from './steps.ts';
import { useRegistering } from './use-registering.ts';

// Needed only if the account has lost its phone number.
const VerifyPhoneHere = lazy(async () => ({
  default: (await import('../verify-phone-here.tsx')).VerifyPhoneHere,
}));

// Loaded only while the feature is on.
const PhotoField = lazy(async () => ({
  default: (await import('../gift-photos/photo-field.tsx')).PhotoField,
}));

type DetailsStepProps = {
  settings: PublicSettings;
  photo: PhotoChoice;
  onRegistered: (requestId: string) => void;
};

/** Step 1: the gift and its recipient. This step charges nothing and sends no prompt. */
export function DetailsStep({ settings, photo, onRegistered }: DetailsStepProps) {
  const user = useUser();
  const hasTwoColumns = useMedia(TWO_COLUMNS);
  const form = useForm<GiftForm>({
    defaultValues: readGiftDraft(user.id).typed,
    resolver: resolverOf((typed) => giftProblems(typed, settings)),
  });
  useKeptTyping(form, user.id, keepTypedGift);
  const basket = useBasket(form, user.id);
  const gift = useWatch({ control: form.control }) as GiftForm;
  const registering = useRegistering(form.setError, photo.save, onRegistered);
  // True if the account has no phone number that could pay: another account has verified its number.
  const [needsNumber, setNeedsNumber] = useState(false);
  const gifts = basket.withTyped(gift);
  const send = () => {
    if (user.phoneNumber === '') setNeedsNumber(true);
    else registering.mutate(basket.withTyped(form.getValues()));
  };
  const proceed = gifts === basket.others ? send : () => void form.handleSubmit(send)();
  const buyerName = `${user.firstName} ${user.lastName}`;
  const offer = { gift, gifts, buyerName, settings, isBusy: registering.isPending };
  return (
    <div className="cols form with-foot">
      {!hasTwoColumns && <FoldedOffer {...offer} />}
      <div className="stack-5">
        <Stepper steps={PURCHASE_STEPS} current={1} />
        {needsNumber && (
          <Suspense>
            <div className="sheet pad">
              <VerifyPhoneHere
                onVerified={() => {
                  setNeedsNumber(false);
                  registering.mutate(basket.withTyped(form.getValues()));
                }}
              />
            </div>
          </Suspense>
        )}
        {basket.others.length > 0 && <BasketList basket={basket} />}
        <form
          id={FORM_ID}
          className="stack-5"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            proceed();
          }}
        >
          <PaymentMethod />
          <GiftFields form={form} />
          {settings.features.basket && gifts.length < MOST_GIFTS && (
            <Button variant="secondary" onClick={() => void basket.add()}>
              <Icon of={Plus} />
              {say('Add another gift')}
            </Button>
          )}
        </form>
        {/* Outside of the form, because the dialog that crops the photo is a form, too. */}
        {settings.features.giftPhotos && basket.others.length === 0 && (
          <Suspense>
            <PhotoField amount={parseAmount(gift.amount)} photo={photo.chosen} onPhoto={photo.choose} />
          </Suspense>
        )}
      </div>
      {hasTwoColumns ? <GiftOffer {...offer} /> : <OfferFoot {...offer} />}
    </div>
  );
}

/** M-PESA is the only payment method. Card payment is visible but disabled until there is a card provider. */
function PaymentMethod() {
  return (
    <div className="pay-with" role="radiogroup" aria-label={say('Payment method')}>
      <div role="radio" aria-checked="true" tabIndex={0}>
        <Icon of={Smartphone} />
        <span>
          M-Pesa<small>{say('Pay from your phone')}</small>
        </span>
      </div>
      <div role="radio" aria-checked="false" aria-disabled="true">
        <Icon of={CreditCard} />
        <span>
          {say('Card')}
          <small>{say('Coming Soon')}</small>
        </span>
      </div>
    </div>
  );
}
