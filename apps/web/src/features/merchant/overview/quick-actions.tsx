import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, BarChart3, KeyRound, Landmark } from 'lucide-react';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

const ACTIONS = [
  { to: '/merchant/transactions', label: 'Transactions', icon: ArrowLeftRight },
  { to: '/merchant/settlements', label: 'Settlements', icon: Landmark },
  { to: '/merchant/api', label: 'API Access', icon: KeyRound },
  { to: '/merchant/reports', label: 'Reports', icon: BarChart3 },
] as const;

export function QuickActions() {
  return (
    <nav className="overview-quick" aria-label="Quick actions">
      {ACTIONS.map(({ to, label, icon }) => (
        <Link key={to} to={to} className={buttonClass({ variant: 'secondary' })}>
          <Icon of={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
