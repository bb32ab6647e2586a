import { useQueryClient } from '@tanstack/react-query';
import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import type { PublicSettings } from '@zawadi/contract/settings';
import { useCallback } from 'react';
import { CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useUser } from '../../session/session.tsx';
import { useSettledToast } from '../use-settled-toast.ts';
import { WizardSkeleton } from '../wizard-skeleton.tsx';
import { SendStep } from './send-step.tsx';
import { useStatusCheck, useWithdrawal } from './use-withdrawal.ts';
import { forgetWithdrawal } from './withdrawal-draft.ts';
import { WithdrawalResultStep } from './withdrawal-result-step.tsx';

type WithdrawalStepsProps = {
  requestId: string;
  step: 2 | 3;
  settings: PublicSettings;
  onStep: (step: 1 | 2 | 3) => void;
};

/** Steps 2 and 3, after the withdrawal was registered. Both show the state that the server reports. */
export function WithdrawalSteps({ requestId, step, settings, onStep }: WithdrawalStepsProps) {
  const { id: userId } = useUser();
  const queries = useQueryClient();
  const { data: withdrawal, error, isFetching, refetch } = useWithdrawal(requestId);
  const onWithdrawal = useCallback(
    (state: WithdrawalState) => {
      queries.setQueryData(queryKeys.withdrawal(requestId), state);
      void queries.invalidateQueries({ queryKey: queryKeys.wallet });
    },
    [queries, requestId],
  );
  useSettledToast(withdrawal?.orderStatus, 'Withdrawal completed successfully!');

  const check = useStatusCheck(refetch);
  const startAnother = () => {
    forgetWithdrawal(userId);
    onStep(1);
  };
  if (withdrawal === undefined) {
    if (error === null) return <WizardSkeleton />;
    if (error instanceof CallRefused && error.status === 404)
      return <UnknownWithdrawal onNew={startAnother} />;
    return (
      <LoadFailure of={{ error, isFetching, refetch }}>
        {say('Your money is safe. We could not check this withdrawal.')}
      </LoadFailure>
    );
  }
  const shared = { withdrawal, check, feeBasisPoints: settings.withdrawalFeeBasisPoints };
  return step === 2 ? (
    <SendStep {...shared} onWithdrawal={onWithdrawal} onBack={() => onStep(1)} onComplete={() => onStep(3)} />
  ) : (
    <WithdrawalResultStep
      {...shared}
      onSend={() => onStep(2)}
      onTryAgain={() => onStep(1)}
      onNewWithdrawal={startAnother}
    />
  );
}

function UnknownWithdrawal({ onNew }: { onNew: () => void }) {
  return (
    <EmptyState
      title={say('We could not find this withdrawal')}
      action={
        <Button variant="secondary" onClick={onNew}>
          {say('New Withdrawal')}
        </Button>
      }
    >
      {say('Nothing was sent. The money is in your wallet.')}
    </EmptyState>
  );
}
