import { useNavigate, useSearch } from '@tanstack/react-router';
import { RedemptionOptions } from './redemption-options.tsx';
import { WithdrawalWizard } from './withdrawal-wizard.tsx';

/** Redeem & Withdraw: the choice, and the wizard that pays out. The address holds where one is. */
export function RedeemScreen() {
  const search = useSearch({ from: '/dashboard/redeem' });
  const navigate = useNavigate({ from: '/dashboard/redeem' });
  if (search.way !== 'withdraw') return <RedemptionOptions />;
  return (
    <WithdrawalWizard
      search={search}
      onStep={(step, requestId) =>
        void navigate({ search: step === 1 ? { way: 'withdraw' } : { way: 'withdraw', requestId, step } })
      }
      onStartAgain={() => void navigate({ search: { way: 'withdraw' }, replace: true })}
    />
  );
}
