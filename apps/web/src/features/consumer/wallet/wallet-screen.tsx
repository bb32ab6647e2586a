import { Link } from '@tanstack/react-router';
import { Plus, Smartphone } from 'lucide-react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Time } from '../../../ui/time.tsx';
import { useUser } from '../../session/session.tsx';
import { ActivitySheet } from '../activities/activity-sheet.tsx';
import { ViewAllTransactions } from '../activities/view-all.tsx';
import { BalanceCard } from '../balance-card.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { ReceivedGifts } from '../gifts/received-gifts.tsx';
import { SentGifts } from '../gifts/sent-gifts.tsx';
import { KeepGifts } from '../offline/keep-gifts.tsx';
import { useDashboardStats } from '../use-dashboard-stats.ts';
import { usePublicSettings } from '../use-public-settings.ts';
import { GiveUp } from './give-up.tsx';

const RECENT = 5;

export function WalletScreen() {
  const user = useUser();
  const stats = useDashboardStats();
  const { data: settings } = usePublicSettings();
  return (
    <>
      <PageTitle
        title={say('My Wallet')}
        aside={<StatusBadge status={user.status === 'ACTIVE' ? 'Active' : 'Frozen'} />}
      />
      <section className="purse" aria-label={say('Your balance')}>
        <BalanceCard
          label={say('Available Balance')}
          amountShillings={stats.data?.walletBalance}
          isMissing={stats.isError && stats.data === undefined}
          note={stats.data ? <Updated atMs={stats.dataUpdatedAt} /> : '\u00a0'}
        />
        <div className="sheet pad spread content-center">
          <div className="stack-2 max-w-104">
            <h2>{say('Use it or send it on')}</h2>
            <p className="muted small">
              {say('Withdraw to M-PESA within minutes, or buy a gift for somebody.')}
            </p>
            {stats.data && settings && (
              <GiveUp balance={stats.data.walletBalance} minimum={settings.minimumWithdrawal} />
            )}
          </div>
          <div className="row fill flex-auto">
            <Link to="/dashboard/redeem" className={buttonClass()}>
              <Icon of={Smartphone} />
              {say('Withdraw')}
            </Link>
            <Link to="/dashboard/buy-gifts" className={buttonClass({ variant: 'secondary' })}>
              <Icon of={Plus} />
              {say('Add Money')}
            </Link>
          </div>
        </div>
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
              <ExportButton />
              <ViewAllTransactions />
            </span>
          }
        />
      </div>
      <KeepGifts />
    </>
  );
}

function Updated({ atMs }: { atMs: number }) {
  return <RichText text="Updated {time}" time={<Time at={new Date(atMs).toISOString()} isMidSentence />} />;
}
