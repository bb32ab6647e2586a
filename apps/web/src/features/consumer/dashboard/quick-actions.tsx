import { Link } from '@tanstack/react-router';
import { Gift, Ticket, Wallet } from 'lucide-react';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

export function QuickActions() {
  return (
    <nav className="quick" aria-label="Quick actions">
      <Link to="/dashboard/buy-gifts" className={buttonClass({ variant: 'accent' })}>
        <Icon of={Gift} />
        Buy Gift Card
      </Link>
      <Link to="/dashboard/redeem" className={buttonClass({ variant: 'secondary' })}>
        <Icon of={Ticket} />
        Redeem Voucher
      </Link>
      <Link to="/dashboard/wallet" className={buttonClass({ variant: 'secondary' })}>
        <Icon of={Wallet} />
        View Wallet
      </Link>
    </nav>
  );
}
