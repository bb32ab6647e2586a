import { Link } from '@tanstack/react-router';
import { say } from '../../../i18n/say.ts';
import { buttonClass } from '../../../ui/button.tsx';

/** Link to the consumer's full history. */
export function ViewAllTransactions() {
  return (
    <Link to="/dashboard/transactions" className={buttonClass({ variant: 'quiet', small: true })}>
      {say('View All')}
    </Link>
  );
}
