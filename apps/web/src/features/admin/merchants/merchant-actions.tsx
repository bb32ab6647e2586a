import { Link } from '@tanstack/react-router';
import type { Merchant } from '@zawadi/contract/merchants';
import { ArrowRightLeft, CircleCheck, DoorClosed, KeyRound, PauseCircle, Scale } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useRights } from '../use-rights.ts';
import { ManageBalance } from './manage-balance.tsx';
import { ResetOwnerPassword } from './reset-owner-password.tsx';
import { CloseMerchant, ReactivateMerchant, SuspendMerchant } from './status-confirm-dialogs.tsx';
import '../action-row.css';

type Question = 'balance' | 'password' | 'suspend' | 'reactivate' | 'close';
type Asks = { onAsk: (question: Question) => void };

/** What an administrator does most with a merchant, as far as their role goes. */
export function MerchantActions({ merchant }: { merchant: Merchant }) {
  const { isAdministrator, mayMoveMoney } = useRights();
  const [asking, setAsking] = useState<Question>();
  const headingId = useId();
  const close = () => setAsking(undefined);
  return (
    <section aria-labelledby={headingId}>
      <h2 className="sr" id={headingId}>
        Quick Actions
      </h2>
      <div className="action-row">
        <Link
          className={buttonClass({ variant: 'secondary', small: true })}
          to="/admin/transactions"
          search={{ merchantCode: merchant.merchantCode }}
        >
          <Icon of={ArrowRightLeft} />
          View Transactions
        </Link>
        {mayMoveMoney && (
          <Button variant="secondary" small onClick={() => setAsking('balance')}>
            <Icon of={Scale} />
            Manage Balance
          </Button>
        )}
        {isAdministrator && <AccountActions status={merchant.status} onAsk={setAsking} />}
      </div>
      {asking !== undefined && questionOf(asking, merchant, close)}
    </section>
  );
}

function AccountActions({ status, onAsk }: Pick<Merchant, 'status'> & Asks) {
  const isIn = status === 'ACTIVE' || status === 'PENDING';
  return (
    <>
      <Button variant="secondary" small onClick={() => onAsk('password')}>
        <Icon of={KeyRound} />
        Reset Password
      </Button>
      {isIn ? (
        <Button variant="secondary" small onClick={() => onAsk('suspend')}>
          <Icon of={PauseCircle} />
          Suspend Account
        </Button>
      ) : (
        <Button variant="secondary" small onClick={() => onAsk('reactivate')}>
          <Icon of={CircleCheck} />
          Reactivate Account
        </Button>
      )}
      {status !== 'INACTIVE' && (
        <Button variant="secondary" small onClick={() => onAsk('close')}>
          <Icon of={DoorClosed} />
          Close Account
        </Button>
      )}
    </>
  );
}

function questionOf(question: Question, merchant: Merchant, onClose: () => void): ReactNode {
  if (question === 'balance') return <ManageBalance merchant={merchant} onClose={onClose} />;
  if (question === 'password') return <ResetOwnerPassword merchant={merchant} onClose={onClose} />;
  if (question === 'suspend') return <SuspendMerchant merchant={merchant} onClose={onClose} />;
  if (question === 'close') return <CloseMerchant merchant={merchant} onClose={onClose} />;
  return <ReactivateMerchant merchant={merchant} onClose={onClose} />;
}
