import { Link } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** Shown to a consumer without transactions: a button that starts the first gift. */
export function NothingYet() {
  return (
    <EmptyState
      title={say('No data available')}
      action={
        <Link to="/dashboard/buy-gifts" className={buttonClass({ variant: 'accent' })}>
          <Icon of={Gift} />
          {say('Buy Gift Card')}
        </Link>
      }
    />
  );
}
