import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { PurchaseState } from '@zawadi/contract/purchases';
import type { PublicSettings } from '@zawadi/contract/settings';
import { say } from '../../../i18n/say.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useUser } from '../../session/session.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useGiverPhoto } from '../gift-photos/use-giver-photo.ts';
import { requestIdOf } from '../request-id.ts';
import { StepPlace } from '../step-place.tsx';
import { MpesaNotice } from '../../stops/mpesa-notice.tsx';
import { StopNotice } from '../../stops/stop-notice.tsx';
import { usePublicSettings } from '../settings/use-public-settings.ts';
import { WizardSkeleton } from '../wizard-skeleton.tsx';
import type { ByHand } from './payment-picture.tsx';
import { DetailsStep } from './details-step.tsx';
import { emptyTypedGift, forgetGift } from './gift-draft.ts';
import { PURCHASE_STEPS } from './steps.ts';
import { giftWords } from './gift-words.ts';
import { usePurchase, usePurchaseToast } from './use-purchase.ts';

type PaidStepsProps = {
  requestId: string;
  step: 2 | 3;
  settings: PublicSettings;
  byHand: ByHand;
  /** Must be stable across renders. */
  onPaid: () => void;
  onStep: (step: 1 | 2 | 3) => void;
  onNewTransaction: () => void;
};

// Loaded in the background while the person fills in the form.
const payment = () => import('./payment-step.tsx');
const PaymentStep = lazy(async () => ({ default: (await payment()).PaymentStep }));
// Loaded in the background while the person pays.
const confirmation = () => import('./confirmation-step.tsx');
const ConfirmationStep = lazy(async () => ({ default: (await confirmation()).ConfirmationStep }));

/**
 * The three steps of buying a gift: Transaction Details, M-PESA Payment, Confirmation. The URL contains the step, so
 * that a reload restores it.
 */
export function BuyGiftsScreen() {
  const { requestId, step } = useSearch({ from: '/dashboard/buy-gifts' });
  return (
    <>
      <PageTitle title={say('Buy a gift')} />
      <StopNotice of="buying" />
      <MpesaNotice />
      <StepPlace steps={PURCHASE_STEPS} current={requestId === undefined ? 1 : (step ?? 1)}>
        <BuyGiftsWizard />
      </StepPlace>
    </>
  );
}

function BuyGiftsWizard() {
  const { id: userId } = useUser();
  const search = useSearch({ from: '/dashboard/buy-gifts' });
  const navigate = useNavigate({ from: '/dashboard/buy-gifts' });
  const settings = usePublicSettings();
  const requestId = requestIdOf(search);
  const photo = useGiverPhoto(userId);
  const isAheadOfItself = search.step !== undefined && requestId === undefined;

  useEffect(() => {
    if (!isAheadOfItself) return;
    toast.error(say('No transaction registered. Please complete step 1 first.'));
    void navigate({ search: {}, replace: true });
  }, [isAheadOfItself, navigate]);

  if (settings.isPending) return <WizardSkeleton />;
  if (settings.data === undefined) {
    return (
      <ErrorState
        title={say('Something went wrong')}
        onTryAgain={() => void settings.refetch()}
        isTrying={settings.isFetching}
      >
        {say('Nothing was charged. We could not reach the server.')}
      </ErrorState>
    );
  }
  if (requestId === undefined || search.step === undefined) {
    return (
      <div className="contents" onFocus={() => void payment().catch(() => undefined)}>
        <DetailsStep
          settings={settings.data}
          photo={photo}
          onRegistered={(registered) => void navigate({ search: { requestId: registered, step: 2 } })}
        />
      </div>
    );
  }
  return (
    <PaidSteps
      key={requestId}
      requestId={requestId}
      step={search.step}
      settings={settings.data}
      byHand={{
        isChosen: search.by === 'hand',
        choose: (isChosen) => {
          // Dismiss the toast: it belongs to the previous step, and would cover the next button.
          toast.clearSuccess();
          void navigate({
            search: { requestId, step: 2, ...(isChosen && { by: 'hand' as const }) },
            replace: true,
            resetScroll: false,
          });
        },
      }}
      onPaid={photo.forget}
      onStep={(step) => void navigate({ search: step === 1 ? {} : { requestId, step } })}
      onNewTransaction={() => {
        forgetGift(userId);
        photo.forget();
        void navigate({ search: {} });
      }}
    />
  );
}

/** Steps 2 and 3, after the purchase was registered. Both show the state that the server reports. */
function PaidSteps({ requestId, step, settings, byHand, onPaid, onStep, onNewTransaction }: PaidStepsProps) {
  const user = useUser();
  const queries = useQueryClient();
  const { data: purchase, error, isFetching, refetch } = usePurchase(requestId);
  const onPurchase = useCallback(
    (state: PurchaseState) => queries.setQueryData(queryKeys.purchase(requestId), state),
    [queries, requestId],
  );
  const isPaid = purchase?.orderStatus === 'COMPLETED';
  usePurchaseToast(purchase, requestId);
  useEffect(() => void confirmation().catch(() => undefined), []);
  useEffect(() => {
    if (!isPaid) return;
    emptyTypedGift(user.id);
    onPaid();
  }, [isPaid, onPaid, user.id]);

  if (purchase === undefined) {
    if (error === null) return <WizardSkeleton />;
    if (error instanceof CallRefused && error.status === 404)
      return <UnknownPurchase onNewTransaction={onNewTransaction} />;
    return (
      <LoadFailure of={{ error, isFetching, refetch }}>
        {say('If you have entered your PIN, your payment is safe.')}
      </LoadFailure>
    );
  }
  const words = giftWords(purchase, `${user.firstName} ${user.lastName}`);
  return (
    <Suspense fallback={<WizardSkeleton />}>
      {step === 2 ? (
        <PaymentStep
          purchase={purchase}
          words={words}
          settings={settings}
          byHand={byHand}
          onPurchase={onPurchase}
          onBack={() => onStep(1)}
          onComplete={() => onStep(3)}
        />
      ) : (
        <ConfirmationStep
          purchase={purchase}
          words={words}
          settings={settings}
          onToPayment={() => onStep(2)}
          onNewTransaction={onNewTransaction}
        />
      )}
    </Suspense>
  );
}

function UnknownPurchase({ onNewTransaction }: { onNewTransaction: () => void }) {
  return (
    <EmptyState
      title={say('We could not find this purchase')}
      action={
        <Button variant="secondary" onClick={onNewTransaction}>
          {say('New Transaction')}
        </Button>
      }
    >
      {say('We remove unpaid gifts after a day. Nothing was charged.')}
    </EmptyState>
  );
}
