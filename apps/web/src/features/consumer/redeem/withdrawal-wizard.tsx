import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { say } from '../../../i18n/say.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { toast } from '../../../ui/toast.tsx';
import { requestIdOf } from '../request-id.ts';
import { StepPlace } from '../step-place.tsx';
import { STATS_FAILED, useDashboardStats } from '../use-dashboard-stats.ts';
import { usePublicSettings } from '../use-public-settings.ts';
import { WizardSkeleton } from '../wizard-skeleton.tsx';
import { WITHDRAWAL_STEPS } from './steps.ts';
import { WithdrawalDetailsStep } from './withdrawal-details-step.tsx';
import { WithdrawalSteps } from './withdrawal-steps.tsx';

export type WithdrawalStep = 1 | 2 | 3;

type WithdrawalWizardProps = {
  search: { requestId?: string; step?: 2 | 3 };
  onStep: (step: WithdrawalStep, requestId?: string) => void;
  onStartAgain: () => void;
};

/** Withdrawal Details, M-PESA Withdrawal, Confirmation. */
export function WithdrawalWizard(props: WithdrawalWizardProps) {
  return (
    <>
      <PageTitle
        title={say('Withdraw to M-PESA')}
        above={
          <Link to="/dashboard/redeem" className={buttonClass({ variant: 'quiet', small: true })}>
            <Icon of={ArrowLeft} />
            {say('Redemption options')}
          </Link>
        }
      />
      <StepPlace
        steps={WITHDRAWAL_STEPS}
        current={props.search.requestId === undefined ? 1 : (props.search.step ?? 1)}
      >
        <Steps {...props} />
      </StepPlace>
    </>
  );
}

function Steps({ search, onStep, onStartAgain }: WithdrawalWizardProps) {
  const settings = usePublicSettings();
  const stats = useDashboardStats();
  const requestId = requestIdOf(search);
  const isAheadOfItself = search.step !== undefined && requestId === undefined;

  useEffect(() => {
    if (!isAheadOfItself) return;
    toast.error(say('No transaction response available'));
    onStartAgain();
  }, [isAheadOfItself, onStartAgain]);

  if (settings.data === undefined || stats.data === undefined) {
    const failed = [settings, stats].filter((query) => query.isError);
    if (failed.length === 0) return <WizardSkeleton />;
    return (
      <ErrorState
        title={say(STATS_FAILED)}
        onTryAgain={() => void Promise.all(failed.map(async (query) => query.refetch()))}
        isTrying={failed.some((query) => query.isFetching)}
      >
        {say('Your money is safe. We could not reach the server.')}
      </ErrorState>
    );
  }
  if (requestId === undefined || search.step === undefined) {
    return (
      <WithdrawalDetailsStep
        settings={settings.data}
        stats={stats.data}
        onRegistered={(registered) => onStep(2, registered)}
      />
    );
  }
  return (
    <WithdrawalSteps
      key={requestId}
      requestId={requestId}
      step={search.step}
      settings={settings.data}
      onStep={(step) => onStep(step, requestId)}
    />
  );
}
