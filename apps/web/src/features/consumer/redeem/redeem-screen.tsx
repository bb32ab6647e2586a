import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { usePublicSettings } from '../use-public-settings.ts';
import { WizardSkeleton } from '../wizard-skeleton.tsx';
import { RedemptionOptions } from './redemption-options.tsx';
import { WithdrawalWizard } from './withdrawal-wizard.tsx';

// With its ticket it is larger than the rest, and withdrawing does without.
const RedeemByCode = lazy(async () => ({ default: (await import('./redeem-by-code.tsx')).RedeemByCode }));

/** Redeem & Withdraw: the choice, the typed code, and the wizard that pays out. The address holds where one is. */
export function RedeemScreen() {
  const search = useSearch({ from: '/dashboard/redeem' });
  const navigate = useNavigate({ from: '/dashboard/redeem' });
  const { data: settings } = usePublicSettings();
  const isByCode = settings?.features.redeemByCode ?? false;
  if (search.way === 'code' && isByCode) {
    return (
      <Suspense fallback={<WizardSkeleton />}>
        <RedeemByCode onBack={() => void navigate({ search: {} })} />
      </Suspense>
    );
  }
  if (search.way !== 'withdraw') return <RedemptionOptions isByCode={isByCode} />;
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
