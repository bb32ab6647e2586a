import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { say } from '../../../i18n/say.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useUser } from '../../session/session.tsx';
import { requestIdOf } from '../request-id.ts';
import { StepPlace } from '../step-place.tsx';
import { usePublicSettings } from '../use-public-settings.ts';
import { WizardSkeleton } from '../wizard-skeleton.tsx';
import { DetailsStep } from './details-step.tsx';
import { forgetGift } from './gift-draft.ts';
import { PaidSteps } from './paid-steps.tsx';
import { PURCHASE_STEPS } from './steps.ts';

/** Transaction Details, M-PESA Payment, Confirmation. The address holds the step, so that a reload finds it again. */
export function BuyGiftsScreen() {
  const { requestId, step } = useSearch({ from: '/dashboard/buy-gifts' });
  return (
    <>
      <PageTitle title={say('Buy a gift')} />
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
      <DetailsStep
        settings={settings.data}
        onRegistered={(registered) => void navigate({ search: { requestId: registered, step: 2 } })}
      />
    );
  }
  return (
    <PaidSteps
      key={requestId}
      requestId={requestId}
      step={search.step}
      settings={settings.data}
      onStep={(step) => void navigate({ search: step === 1 ? {} : { requestId, step } })}
      onNewTransaction={() => {
        forgetGift(userId);
        void navigate({ search: {} });
      }}
    />
  );
}
