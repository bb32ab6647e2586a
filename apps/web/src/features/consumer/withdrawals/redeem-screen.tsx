import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { ArrowLeft, ArrowRight, Lock, Smartphone, Ticket } from 'lucide-react';
import { formatKes } from '@zawadi/contract/money';
import { say } from '../../../i18n/say.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { toast } from '../../../ui/toast.tsx';
import { MpesaNotice } from '../../stops/mpesa-notice.tsx';
import { StopNotice } from '../../stops/stop-notice.tsx';
import { usePublicSettings } from '../settings/use-public-settings.ts';
import { useWalletFreeze } from '../wallet-freeze/use-wallet-freeze.ts';
import { WizardSkeleton } from '../wizard-skeleton.tsx';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { STATS_FAILED, useDashboardStats } from '../wallets/use-dashboard-stats.ts';
import { requestIdOf } from '../request-id.ts';
import { StepPlace } from '../step-place.tsx';
import { WITHDRAWAL_STEPS } from './steps.ts';
import { WithdrawalDetailsStep } from './withdrawal-details-step.tsx';
import { WithdrawalSteps } from './withdrawal-steps.tsx';
import './redemption-options.css';

// Loaded on demand: with its ticket it is larger than the rest of the screen, and withdrawing does not need it.
const RedeemByCode = lazy(async () => ({
  default: (await import('../vouchers/redeem-by-code.tsx')).RedeemByCode,
}));

/**
 * Redeem & Withdraw: the choice between both, the code form, and the withdrawal wizard. The URL contains the current
 * step.
 */
export function RedeemScreen() {
  const search = useSearch({ from: '/dashboard/redeem' });
  const navigate = useNavigate({ from: '/dashboard/redeem' });
  const { data: settings } = usePublicSettings();
  const isByCode = settings?.features.redeemByCode ?? false;
  const isFrozen = useWalletFreeze() !== null;
  if (search.way === 'code' && isByCode) {
    return (
      <Suspense fallback={<WizardSkeleton />}>
        <RedeemByCode onBack={() => void navigate({ search: {} })} />
      </Suspense>
    );
  }
  // During a freeze, a registered withdrawal may continue; its step shows the server's answer.
  if (search.way !== 'withdraw' || (isFrozen && search.requestId === undefined)) {
    return <RedemptionOptions isByCode={isByCode} isFrozen={isFrozen} />;
  }
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

/** First page: withdraw, or redeem a typed code if an administrator has enabled that. */
function RedemptionOptions({ isByCode, isFrozen }: { isByCode: boolean; isFrozen: boolean }) {
  return (
    <>
      <PageTitle title={say('Redeem & Withdraw')} />
      <StopNotice of={['withdrawing', 'claiming']} />
      <div className="ways">
        {isFrozen ? <WithdrawFrozen /> : <Withdraw />}
        {isByCode ? <ByCode /> : <ByCodeLater />}
      </div>
    </>
  );
}

function Withdraw() {
  const { data: stats } = useDashboardStats();
  return (
    <Link className="way" to="/dashboard/redeem" search={{ way: 'withdraw' }}>
      <span className="tile in">
        <Icon of={Smartphone} />
      </span>
      <div>
        <h2>{unbroken(say('Withdraw to M-PESA'))}</h2>
        <p>{say('Send wallet money to a mobile-money number.')}</p>
        <p className="way-note">
          {say('Instant transfer')}
          {stats && ` · ${say('{amount} available', { amount: formatKes(stats.withdrawableMaximum) })}`}
        </p>
      </div>
      <Icon of={ArrowRight} className="way-go" />
    </Link>
  );
}

/** Link to the page where the owner can unfreeze the wallet. */
function WithdrawFrozen() {
  return (
    <Link className="way" to="/dashboard/wallet">
      <span className="tile">
        <Icon of={Lock} />
      </span>
      <div>
        <h2>{say('Your wallet is frozen')}</h2>
        <p>{say('No money leaves your wallet, on any device.')}</p>
        <p className="way-note">{say('View Wallet')}</p>
      </div>
      <Icon of={ArrowRight} className="way-go" />
    </Link>
  );
}

function ByCode() {
  return (
    <Link className="way" to="/dashboard/redeem" search={{ way: 'code' }}>
      <span className="tile in">
        <Icon of={Ticket} />
      </span>
      <div>
        <h2>{say('Redeem Gift Card')}</h2>
        <p>{say('Type a code and add its value to your wallet.')}</p>
        <p className="way-note">{say('You see the gift first')}</p>
      </div>
      <Icon of={ArrowRight} className="way-go" />
    </Link>
  );
}

function ByCodeLater() {
  return (
    <div className="way" aria-disabled="true">
      <span className="tile">
        <Icon of={Ticket} />
      </span>
      <div>
        <h2>{say('Redeem Gift Card')}</h2>
        <p>{say('Type a code and add its value to your wallet.')}</p>
        <p className="way-note">{say('Coming Soon')}</p>
      </div>
    </div>
  );
}

type WithdrawalStep = 1 | 2 | 3;

type WithdrawalWizardProps = {
  search: { requestId?: string; step?: 2 | 3 };
  onStep: (step: WithdrawalStep, requestId?: string) => void;
  onStartAgain: () => void;
};

/** The three steps of a withdrawal: Withdrawal Details, M-PESA Withdrawal, Confirmation. */
function WithdrawalWizard(props: WithdrawalWizardProps) {
  return (
    <>
      <PageTitle
        title={say('Withdraw to M-PESA')}
        above={
          <Link to="/dashboard/redeem" className="back">
            <Icon of={ArrowLeft} />
            {say('Redemption options')}
          </Link>
        }
      />
      <StopNotice of="withdrawing" />
      <MpesaNotice />
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
