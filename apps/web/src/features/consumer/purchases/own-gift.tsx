import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { Eye, Wallet } from 'lucide-react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ClaimProblem } from '../../voucher-page/claim-problem.tsx';
import type { VoucherStatus } from '@zawadi/contract/vouchers-status';
import { canBeClaimed } from '../../voucher-page/voucher-page-state.ts';
import { useClaim } from '../../voucher-page/use-claim.ts';

type OwnGiftProps = { claimToken: string; /** Absent until it is loaded. */ status?: VoucherStatus };

/** A gift bought for oneself. One click adds it to the wallet; another button shows the voucher. */
export function OwnGift({ claimToken, status }: OwnGiftProps) {
  const claim = useClaim(claimToken);
  if (claim.claimed !== undefined) {
    return (
      <div className="text-left">
        <Alert tone="success" isLive>
          <RichText
            text="<b>{amount} is in your wallet.</b> Your balance is {balance}. <link>View Wallet</link>"
            amount={formatKes(claim.claimed.amount)}
            balance={formatKes(claim.claimed.walletBalance)}
            link={<Link to="/dashboard/wallet" />}
          />
        </Alert>
      </div>
    );
  }
  return (
    <div className="row fill justify-center">
      <ClaimProblem error={claim.error} />
      {(status === undefined || canBeClaimed(status)) && (
        <Button variant="accent" onClick={claim.add} isBusy={claim.isBusy} busyLabel={say('Adding...')}>
          <Icon of={Wallet} />
          {say('Add to wallet')}
        </Button>
      )}
      <Link to="/v/$token" params={{ token: claimToken }} className={buttonClass({ variant: 'secondary' })}>
        <Icon of={Eye} />
        {say('Show code')}
      </Link>
    </div>
  );
}
