import { Link } from '@tanstack/react-router';
import { ArrowRight, Smartphone, Ticket } from 'lucide-react';
import { formatKes } from '@zawadi/contract/money';
import { Unbroken } from '../unbroken.tsx';
import { say } from '../../../i18n/say.ts';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useDashboardStats } from '../use-dashboard-stats.ts';
import './redemption-options.css';

/** The landing: withdraw, or redeem by a typed code once an administrator has switched that on. */
export function RedemptionOptions({ isByCode }: { isByCode: boolean }) {
  const { data: stats } = useDashboardStats();
  return (
    <>
      <PageTitle title={say('Redeem & Withdraw')}>
        {say('Turn your wallet into money on your phone.')}
      </PageTitle>
      <div className="ways">
        <Link className="way" to="/dashboard/redeem" search={{ way: 'withdraw' }}>
          <span className="tile in">
            <Icon of={Smartphone} />
          </span>
          <div>
            <h2>
              <Unbroken>{say('Withdraw to M-PESA')}</Unbroken>
            </h2>
            <p>{say('Send wallet money to a mobile-money number.')}</p>
            <p className="way-note">
              {say('Instant transfer')}
              {stats && ` · ${say('{amount} available', { amount: formatKes(stats.withdrawableMaximum) })}`}
            </p>
          </div>
          <Icon of={ArrowRight} className="way-go" />
        </Link>
        {isByCode ? <ByCode /> : <ByCodeLater />}
      </div>
    </>
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
