import { Link } from '@tanstack/react-router';
import type { Merchant } from '@zawadi/contract/merchants';
import { ArrowRightLeft, CircleCheck, HandCoins, KeyRound, PauseCircle, Scale } from 'lucide-react';
import { Suspense, useId, useState, type ReactNode } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DangerZone } from '../danger-zone.tsx';
import { useRights } from '../use-rights.ts';
import {
  CloseMerchant,
  ManageBalance,
  NewPosting,
  ReactivateMerchant,
  ResetOwnerPassword,
  SuspendMerchant,
} from './dialogs-on-demand.ts';
import '../action-row.css';

type Question = 'balance' | 'goodwill' | 'password' | 'suspend' | 'reactivate';
type Asks = { onAsk: (question: Question) => void };

/** Daily actions on a merchant that the administrator's role permits. */
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
        {mayMoveMoney && merchant.status !== 'INACTIVE' && (
          <Button variant="secondary" small onClick={() => setAsking('goodwill')}>
            <Icon of={HandCoins} />
            Goodwill
          </Button>
        )}
        {isAdministrator && <AccountActions status={merchant.status} onAsk={setAsking} />}
      </div>
      <Suspense>{asking !== undefined && questionOf(asking, merchant, close)}</Suspense>
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
        <Button variant="secondary" small className="ends" onClick={() => onAsk('suspend')}>
          <Icon of={PauseCircle} />
          Suspend Account
        </Button>
      ) : (
        <Button variant="secondary" small onClick={() => onAsk('reactivate')}>
          <Icon of={CircleCheck} />
          Reactivate Account
        </Button>
      )}
    </>
  );
}

function questionOf(question: Question, merchant: Merchant, onClose: () => void): ReactNode {
  if (question === 'balance') return <ManageBalance merchant={merchant} onClose={onClose} />;
  if (question === 'goodwill') {
    const { merchantId, businessName: payee } = merchant;
    return <NewPosting start={{ templates: ['goodwill-merchant'], merchantId, payee }} onClose={onClose} />;
  }
  if (question === 'password') return <ResetOwnerPassword merchant={merchant} onClose={onClose} />;
  if (question === 'suspend') return <SuspendMerchant merchant={merchant} onClose={onClose} />;
  return <ReactivateMerchant merchant={merchant} onClose={onClose} />;
}

/** Actions that end a merchant's account, shown away from the daily ones. */
export function MerchantDangers({ merchant }: { merchant: Merchant }) {
  const { isAdministrator } = useRights();
  const [isAsking, setAsking] = useState(false);
  if (!isAdministrator || merchant.status === 'INACTIVE') return null;
  const text =
    'For a merchant that will not come back. Sign-ins, API keys, passkeys and redemptions end, and we no longer pay out what we owe it.';
  return (
    <>
      <DangerZone dangers={[{ action: 'Close Account', text, onAsk: () => setAsking(true) }]} />
      <Suspense>
        {isAsking && <CloseMerchant merchant={merchant} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}
