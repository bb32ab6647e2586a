import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { purchaseDetails } from '@zawadi/contract/purchases';
import { registerTransaction } from '@zawadi/contract/payments';
import { MOST_GIFTS, registerBasket } from '@zawadi/contract/purchases-basket';
import type { PublicSettings } from '@zawadi/contract/settings';
import { lazy, Suspense, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { CreditCard, Plus, Smartphone } from 'lucide-react';
import { call, CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Button } from '../../../ui/button.tsx';
import { TWO_COLUMNS, useMedia } from '../../../ui/use-media.ts';
import { useUser } from '../../session/session.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { resolverOf } from '../../forms/typed-fields.ts';
import { useKeptTyping } from '../use-kept-typing.ts';
import { GiftFields } from './gift-fields.tsx';
import { BasketList, useBasket } from './basket.tsx';
import { keepRegisteredGifts, keepTypedGift, readGiftDraft, requestIdOfSame } from './gift-draft.ts';
import { basketRegistration, giftProblems, giftRegistration, type GiftForm } from './gift-form.ts';
import { FoldedOffer, FORM_ID, GiftOffer, OfferFoot } from './gift-offer.tsx';
import { PURCHASE_STEPS } from './steps.ts';

// Needed only if the account has lost its phone number.
const VerifyPhoneHere = lazy(async () => ({
  default: (await import('../verify-phone-here.tsx')).VerifyPhoneHere,
}));

type DetailsStepProps = { settings: PublicSettings; onRegistered: (requestId: string) => void };

const FIELDS = {
  amount: 'amount',
  recipientMsisdn: 'phone',
  recipientEmail: 'email',
  fullName: 'fullName',
  transactionDesc: 'message',
  cloth: 'cloth',
  deliverAt: 'deliverDay',
} as const;

/** Step 1: the gift and its recipient. This step charges nothing and sends no prompt. */
export function DetailsStep({ settings, onRegistered }: DetailsStepProps) {
  const user = useUser();
  const hasTwoColumns = useMedia(TWO_COLUMNS);
  const form = useForm<GiftForm>({
    defaultValues: readGiftDraft(user.id).typed,
    resolver: resolverOf((typed) => giftProblems(typed, settings)),
  });
  useKeptTyping(form, user.id, keepTypedGift);
  const basket = useBasket(form, user.id);
  const gift = useWatch({ control: form.control }) as GiftForm;
  const registering = useRegistering(form.setError, onRegistered);
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
      </div>
      {hasTwoColumns ? <GiftOffer {...offer} /> : <OfferFoot {...offer} />}
    </div>
  );
}

function useRegistering(
  setError: Parameters<typeof showRefusal<GiftForm>>[1]['setError'],
  onRegistered: (requestId: string) => void,
) {
  const user = useUser();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (gifts: readonly GiftForm[]): Promise<string> => {
      const same = requestIdOfSame(gifts, readGiftDraft(user.id));
      if (same !== undefined && (await canStillBePaid(queries, same))) return same;
      const [gift, ...others] = gifts;
      const { requestId } =
        gift !== undefined && others.length === 0
          ? await call(registerTransaction, { body: giftRegistration(gift, user) })
          : await call(registerBasket, { body: basketRegistration(gifts, user) });
      keepRegisteredGifts(user.id, requestId, gifts);
      toast.success(say('Transaction registered successfully!'));
      return requestId;
    },
    onSuccess: onRegistered,
    onError: (error) =>
      showRefusal<GiftForm>(error, {
        fields: FIELDS,
        codes: { delivery_moment_invalid: 'deliverDay' },
        setError,
        fallback: say('Failed to register transaction'),
        signedOut: say('You must be logged in to make a payment'),
      }),
  });
}

/** Asks the server whether the purchase is still unpaid: another tab may have paid it, or this tab was reloaded. */
async function canStillBePaid(queries: QueryClient, requestId: string): Promise<boolean> {
  try {
    const { orderStatus } = await queries.fetchQuery({
      queryKey: queryKeys.purchase(requestId),
      queryFn: () => call(purchaseDetails, { params: { requestId } }),
      networkMode: 'always',
    });
    return orderStatus !== 'COMPLETED';
  } catch (error) {
    if (error instanceof CallRefused && error.status === 404) return false;
    throw error;
  }
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
