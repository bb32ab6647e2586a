import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { Eye, Wallet } from 'lucide-react';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useClaim } from '../../voucher-page/use-claim.ts';
import { useVoucher } from '../../voucher-page/use-voucher.ts';
import { canBeClaimed } from '../../voucher-page/voucher-page-state.ts';

/** A gift bought for oneself: into the wallet with one press, or shown as a voucher. */
export function OwnGift({ claimToken }: { claimToken: string }) {
  const claim = useClaim(claimToken);
  const { data: voucher } = useVoucher(claimToken);
  if (claim.claimed !== undefined) {
    return (
      <Alert tone="success" isLive>
        <b className="strong">{formatKes(claim.claimed.amount)} is in your wallet.</b> Your balance is{' '}
        {formatKes(claim.claimed.walletBalance)}. <Link to="/dashboard/wallet">View Wallet</Link>
      </Alert>
    );
  }
  return (
    <div className="row fill justify-center">
      {(voucher === undefined || canBeClaimed(voucher.status)) && (
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
