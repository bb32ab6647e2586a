import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { Eye, Wallet } from 'lucide-react';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ClaimProblem } from '../../voucher-page/claim-problem.tsx';
import { useClaim } from '../../voucher-page/use-claim.ts';

/** A gift bought for oneself: into the wallet with one press, or shown as a voucher. */
export function OwnGift({ claimToken, canBeAdded }: { claimToken: string; canBeAdded: boolean }) {
  const claim = useClaim(claimToken);
  if (claim.claimed !== undefined) {
    return (
      <div className="text-left">
        <Alert tone="success" isLive>
          <b className="strong">{formatKes(claim.claimed.amount)} is in your wallet.</b> Your balance is{' '}
          {formatKes(claim.claimed.walletBalance)}. <Link to="/dashboard/wallet">View Wallet</Link>
        </Alert>
      </div>
    );
  }
  return (
    <div className="row fill justify-center">
      <ClaimProblem error={claim.error} />
      {canBeAdded && (
        <Button variant="accent" onClick={claim.add} isBusy={claim.isBusy} busyLabel="Adding...">
          <Icon of={Wallet} />
          Add to wallet
        </Button>
      )}
      <Link to="/v/$token" params={{ token: claimToken }} className={buttonClass({ variant: 'secondary' })}>
        <Icon of={Eye} />
        Show code
      </Link>
    </div>
  );
}
