import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { purchaseDetails } from '@zawadi/contract/purchases';
import { registerTransaction } from '@zawadi/contract/payments';
import type { PublicSettings } from '@zawadi/contract/settings';
import { lazy, Suspense, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ArrowRight, CreditCard, Smartphone } from 'lucide-react';
import { formatKes } from '@zawadi/contract/money';
import { call, CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Button } from '../../../ui/button.tsx';
import { SumList } from '../../../ui/sum-list.tsx';
import { FoldTicket } from '../../../ui/fold-ticket.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import { TWO_COLUMNS, useMedia } from '../../../ui/use-media.ts';
import { firstNameOf } from '../../../ui/first-name.ts';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { useUser } from '../../session/session.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { resolverOf } from '../../forms/typed-fields.ts';
import { WizardFoot } from '../wizard-foot.tsx';
import { feeLabel, minusKes, netOfFee } from '../amount.ts';
import { useKeptTyping } from '../use-kept-typing.ts';
import { GiftFields } from './gift-fields.tsx';
import { keepRegisteredGift, keepTypedGift, readGiftDraft, requestIdOfSame } from './gift-draft.ts';
import { giftProblems, giftRegistration, type GiftForm } from './gift-form.ts';
import { PURCHASE_STEPS } from './steps.ts';
import { deliverAt } from './delivery.ts';

// Needed only if the account has lost its phone number.
const VerifyPhoneHere = lazy(async () => ({
  default: (await import('../verify-phone-here.tsx')).VerifyPhoneHere,
}));

type GiftOfferProps = {
  gift: GiftForm;
  buyerName: string;
  settings: PublicSettings;
  isBusy: boolean;
};

type DetailsStepProps = { settings: PublicSettings; onRegistered: (requestId: string) => void };

const FORM_ID = 'gift-form';

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
  const gift = useWatch({ control: form.control }) as GiftForm;
  const registering = useRegistering(form.setError, onRegistered);
  // True if the account has no phone number that could pay: another account has verified its number.
  const [needsNumber, setNeedsNumber] = useState(false);
  const proceed = form.handleSubmit((typed) =>
    user.phoneNumber === '' ? setNeedsNumber(true) : registering.mutate(typed),
  );
  const offer = { gift, buyerName: user.firstName, settings, isBusy: registering.isPending };
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
                  registering.mutate(form.getValues());
                }}
              />
            </div>
          </Suspense>
        )}
        <form id={FORM_ID} className="stack-5" noValidate onSubmit={(event) => void proceed(event)}>
          <PaymentMethod />
          <GiftFields form={form} />
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
    mutationFn: async (gift: GiftForm): Promise<string> => {
      const same = requestIdOfSame(gift, readGiftDraft(user.id));
      if (same !== undefined && (await canStillBePaid(queries, same))) return same;
      const { requestId } = await call(registerTransaction, { body: giftRegistration(gift, user) });
      keepRegisteredGift(user.id, requestId, gift);
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

/** Shows the recipient's amount and the price before the buyer confirms. */
function GiftOffer({ gift, buyerName, settings, isBusy }: GiftOfferProps) {
  const { gross, fee, net: value } = netOfFee(gift.amount, settings.depositFeeBasisPoints);
  const recipient = recipientOf(gift);
  return (
    <aside className="stack-5 sticky">
      <h2 className="sr">{say('What {name} gets', { name: recipient })}</h2>
      <Ticket
        cloth={gift.cloth}
        state="Preview"
        recipientName={gift.fullName.trim()}
        senderName={firstNameOf(buyerName)}
        message={gift.message}
        valueShillings={value}
      />
      <div className="sheet pad stack">
        <SumList
          rows={[
            {
              label: say('Arrives'),
              value: arrivalText(gift),
            },
            { label: say('You pay'), value: formatKes(gross) },
            { label: feeLabel(settings.depositFeeBasisPoints), value: minusKes(fee) },
            { label: say('{name} gets', { name: recipient }), value: formatKes(value), isTotal: true },
          ]}
        />
        <Proceed isBusy={isBusy} />
        <p className="tiny muted text-center">{say('Nothing is charged until you enter your PIN.')}</p>
      </div>
    </aside>
  );
}

/** The same offer in one line, at the top of a narrow screen. */
function FoldedOffer({ gift, settings }: GiftOfferProps) {
  const { net } = netOfFee(gift.amount, settings.depositFeeBasisPoints);
  return <FoldTicket cloth={gift.cloth} recipientName={gift.fullName.trim()} valueShillings={net} />;
}

function OfferFoot({ gift, settings, isBusy }: GiftOfferProps) {
  const { depositFeeBasisPoints } = settings;
  return (
    <>
      <p className="tiny muted text-center">{say('Nothing is charged until you enter your PIN.')}</p>
      <WizardFoot
        sum={netOfFee(gift.amount, depositFeeBasisPoints)}
        feeBasisPoints={depositFeeBasisPoints}
        words={{ gross: say('You pay'), net: say('{name} gets', { name: recipientOf(gift) }) }}
      >
        <Proceed isBusy={isBusy} />
      </WizardFoot>
    </>
  );
}

function Proceed({ isBusy }: Pick<GiftOfferProps, 'isBusy'>) {
  return (
    <Button type="submit" form={FORM_ID} wide isBusy={isBusy} busyLabel={say('Registering...')}>
      {say('Continue to M-PESA')}
      <Icon of={ArrowRight} />
    </Button>
  );
}

function recipientOf({ fullName }: GiftForm): string {
  return firstNameOf(fullName) || say('The recipient');
}

function arrivalText(gift: GiftForm): string {
  if (gift.delivery === 'now') return say('Right after you pay');
  const arrives = deliverAt(gift);
  return arrives === undefined ? say('Choose a day') : appointmentText(new Date(arrives));
}
