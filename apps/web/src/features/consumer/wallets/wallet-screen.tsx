import { Link } from '@tanstack/react-router';
import { Plus, Smartphone } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { giveUpWallet } from '@zawadi/contract/wallets';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Time } from '../../../ui/time.tsx';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useUser } from '../../session/session.tsx';
import { ActivitySheet } from '../activities/activity-sheet.tsx';
import { ViewAllTransactions } from '../activities/view-all.tsx';
import { BalanceCard } from '../balance-card.tsx';
import { ExportDaysButton } from './export-days-button.tsx';
import { ReceivedGifts } from '../vouchers/received-gifts.tsx';
import { SentGifts } from '../vouchers/sent-gifts.tsx';
import { InstallApp } from '../install/install-app.tsx';
import { KeepGifts } from '../offline/keep-gifts.tsx';
import { FreezeQuestions, freezeSentence } from '../wallet-freeze/freeze-questions.tsx';
import { useDashboardStats } from './use-dashboard-stats.ts';
import { MpesaNotice } from '../../stops/mpesa-notice.tsx';
import { StopNotice } from '../../stops/stop-notice.tsx';
import { usePublicSettings } from '../settings/use-public-settings.ts';
import { useWalletFreeze } from '../wallet-freeze/use-wallet-freeze.ts';

const RECENT = 5;

export function WalletScreen() {
  const freeze = useWalletFreeze();
  const isFrozen = useUser().status === 'FROZEN' || freeze !== null;
  const stats = useDashboardStats();
  const { data: settings } = usePublicSettings();
  return (
    <>
      <PageTitle title={say('My Wallet')} aside={<StatusBadge status={isFrozen ? 'Frozen' : 'Active'} />} />
      <StopNotice of={['withdrawing', 'claiming', 'buying']} />
      <MpesaNotice />
      <section className="purse" aria-label={say('Your balance')}>
        <BalanceCard
          label={say('Available Balance')}
          amountShillings={stats.data?.walletBalance}
          isMissing={stats.isError && stats.data === undefined}
          note={stats.data ? <Updated atMs={stats.dataUpdatedAt} /> : '\u00a0'}
        />
        {freeze === null ? (
          <div className="sheet pad spread content-center">
            <div className="stack-2 max-w-104">
              <h2>{say('Use your money')}</h2>
              {stats.data && settings && (
                <GiveUp balance={stats.data.walletBalance} minimum={settings.minimumWithdrawal} />
              )}
            </div>
            <div className="row fill flex-auto">
              <Link to="/dashboard/redeem" className={buttonClass()}>
                <Icon of={Smartphone} />
                {say('Withdraw')}
              </Link>
              <AddMoney />
            </div>
          </div>
        ) : (
          <div className="sheet pad spread content-center">
            <div className="stack-2 max-w-104">
              <h2>{say('Your wallet is frozen')}</h2>
              <p className="muted">{freezeSentence(freeze)}</p>
            </div>
            <div className="row fill flex-auto">
              <FreezeQuestions freeze={freeze} isMain />
              <AddMoney />
            </div>
          </div>
        )}
      </section>
      <ReceivedGifts />
      <div className="cols">
        <SentGifts />
        <ActivitySheet
          title={say('Transaction History')}
          stats={stats}
          most={RECENT}
          action={
            <span className="head-actions">
              <ExportDaysButton />
              <ViewAllTransactions />
            </span>
          }
        />
      </div>
      {(stats.data?.recentActivities.length ?? 0) > 0 && <InstallApp />}
      <KeepGifts />
    </>
  );
}

function AddMoney() {
  return (
    <Link to="/dashboard/buy-gifts" className={buttonClass({ variant: 'secondary' })}>
      <Icon of={Plus} />
      {say('Add Money')}
    </Link>
  );
}

function Updated({ atMs }: { atMs: number }) {
  return <RichText text="Updated {time}" time={<Time at={new Date(atMs).toISOString()} isMidSentence />} />;
}

/** Gives up a balance that is too small to withdraw, so that the account can be closed. */
function GiveUp({ balance, minimum }: { balance: number; minimum: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const queries = useQueryClient();
  if (balance === 0 || balance >= minimum) return null;
  const amount = formatKes(balance);
  const close = () => setIsAsking(false);
  const refresh = async () => queries.invalidateQueries({ queryKey: queryKeys.wallet });
  return (
    <div className="small muted">
      {say('M-PESA cannot pay out an amount as small as {amount}.', { amount })}{' '}
      <Button variant="quiet" small onClick={() => setIsAsking(true)}>
        {say('Give up balance')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={say('Give up {amount}?', { amount })}
          action={say('Give up balance')}
          dismiss={say('Keep it')}
          busyLabel={say('Giving up...')}
          variant="danger"
          confirm={async () => {
            await call(giveUpWallet, { body: { amount: balance } });
            close();
            await refresh();
          }}
          onFailed={() => void refresh()}
          onClose={close}
        >
          <p>
            {say(
              'Your wallet will be empty, and you can close your account. You cannot undo this. Or keep the money: with your next gift it may pass {minimum}.',
              { minimum: formatKes(minimum) },
            )}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
