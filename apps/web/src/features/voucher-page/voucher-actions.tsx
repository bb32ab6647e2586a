import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { formatVoucherCode } from '@zawadi/contract/voucher-code';
import type { PublicVoucher } from '@zawadi/contract/vouchers';
import { Copy, Printer, Wallet } from 'lucide-react';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { AddToWallet } from './add-to-wallet.tsx';
import { useClaim } from './use-claim.ts';
import { canBeClaimed } from './voucher-page-state.ts';

/** What can be done with a gift: into the wallet, copied, printed. */
export function VoucherActions({ voucher, claimToken }: { voucher: PublicVoucher; claimToken: string }) {
  const claim = useClaim(claimToken);
  const isUsable = canBeClaimed(voucher.status);
  return (
    <>
      {claim.claimed !== undefined && (
        <Alert tone="success" icon={Wallet} isLive>
          <b className="strong">{formatKes(claim.claimed.amount)} is in your wallet.</b> Your balance is{' '}
          {formatKes(claim.claimed.walletBalance)}. <Link to="/dashboard/wallet">View Wallet</Link>
        </Alert>
      )}
      <div className="actions">
        {isUsable && claim.claimed === undefined && <AddToWallet claim={claim} claimToken={claimToken} />}
        {isUsable && voucher.code !== undefined && <CopyCode code={voucher.code} />}
        <Button variant="secondary" onClick={() => window.print()}>
          <Icon of={Printer} />
          Print or PDF
        </Button>
      </div>
    </>
  );
}

function CopyCode({ code }: { code: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(formatVoucherCode(code.replaceAll('-', '')));
      toast.success('Copied to clipboard!');
    } catch {
      toast.error('Your browser did not let us copy the code.', 'Please select it and copy it yourself.');
    }
  };
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      <Icon of={Copy} />
      Copy code
    </Button>
  );
}
