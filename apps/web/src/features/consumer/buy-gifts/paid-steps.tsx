import { useQueryClient } from '@tanstack/react-query';
import type { PurchaseState } from '@zawadi/contract/purchases';
import type { PublicSettings } from '@zawadi/contract/settings';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useUser } from '../../session/session.tsx';
import { useCompletedToast } from '../use-completed-toast.ts';
import { WizardSkeleton } from '../wizard-skeleton.tsx';
import { emptyTypedGift, readGiftDraft } from './gift-draft.ts';
import { giftWords } from './gift-words.ts';
import { PaymentStep } from './payment-step.tsx';
import { usePurchase } from './use-purchase.ts';

// Fetched while the person pays, and not before.
const confirmation = () => import('./confirmation-step.tsx');
const ConfirmationStep = lazy(async () => ({ default: (await confirmation()).ConfirmationStep }));

type PaidStepsProps = {
  requestId: string;
  step: 2 | 3;
  settings: PublicSettings;
  onStep: (step: 1 | 2 | 3) => void;
  onNewTransaction: () => void;
};

/** The steps of a registered purchase: both show what the server knows of it. */
export function PaidSteps({ requestId, step, settings, onStep, onNewTransaction }: PaidStepsProps) {
  const user = useUser();
  const queries = useQueryClient();
  const { data: purchase, error, isFetching, refetch } = usePurchase(requestId);
  const onPurchase = useCallback(
    (state: PurchaseState) => queries.setQueryData(queryKeys.purchase(requestId), state),
    [queries, requestId],
  );
  const isPaid = purchase?.orderStatus === 'COMPLETED';
  useCompletedToast(purchase?.orderStatus, 'Payment completed successfully!');
  useEffect(() => void confirmation().catch(() => undefined), []);
  useEffect(() => {
    if (isPaid) emptyTypedGift(user.id);
  }, [isPaid, user.id]);

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
  const words = giftWords(purchase, readGiftDraft(user.id), user.firstName);
  return step === 2 ? (
    <PaymentStep
      purchase={purchase}
      words={words}
      settings={settings}
      onPurchase={onPurchase}
      onBack={() => onStep(1)}
      onComplete={() => onStep(3)}
    />
  ) : (
    <Suspense fallback={<WizardSkeleton />}>
      <ConfirmationStep
        purchase={purchase}
        words={words}
        settings={settings}
        onToPayment={() => onStep(2)}
        onNewTransaction={onNewTransaction}
      />
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
      {say('Unpaid gifts are dropped after a day. Nothing was charged.')}
    </EmptyState>
  );
}
