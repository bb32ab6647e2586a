import { Link } from '@tanstack/react-router';
import { say } from '../../../i18n/say.ts';
import { buttonClass } from '../../../ui/button.tsx';

/** To everything that happened to one's money. */
export function ViewAllTransactions() {
  return (
    <Link to="/dashboard/transactions" className={buttonClass({ variant: 'quiet', small: true })}>
      {say('View All')}
    </Link>
  );
}
