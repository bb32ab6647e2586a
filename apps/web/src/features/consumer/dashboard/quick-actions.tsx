import { Link } from '@tanstack/react-router';
import { Gift, Ticket, Wallet } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

export function QuickActions() {
  return (
    <nav className="quick" aria-label={say('Quick actions')}>
      <Link to="/dashboard/buy-gifts" className={buttonClass({ variant: 'accent' })}>
        <Icon of={Gift} />
        {say('Buy Gift Card')}
      </Link>
      <Link to="/dashboard/redeem" className={buttonClass({ variant: 'secondary' })}>
        <Icon of={Ticket} />
        {say('Redeem Voucher')}
      </Link>
      <Link to="/dashboard/wallet" className={buttonClass({ variant: 'secondary' })}>
        <Icon of={Wallet} />
        {say('View Wallet')}
      </Link>
    </nav>
  );
}
