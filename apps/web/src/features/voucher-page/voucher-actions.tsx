import { Link } from '@tanstack/react-router';
import { formatKes } from '@zawadi/contract/money';
import { formatVoucherCode } from '@zawadi/contract/voucher-code';
import type { PublicVoucher } from '@zawadi/contract/vouchers';
import { Copy, Printer, Wallet } from 'lucide-react';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
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
          <RichText
            text="<b>{amount} is in your wallet.</b> Your balance is {balance}. <link>View Wallet</link>"
            amount={formatKes(claim.claimed.amount)}
            balance={formatKes(claim.claimed.walletBalance)}
            link={<Link to="/dashboard/wallet" />}
          />
        </Alert>
      )}
      <div className="actions">
        {isUsable && claim.claimed === undefined && <AddToWallet claim={claim} claimToken={claimToken} />}
        {isUsable && voucher.code !== undefined && <CopyCode code={voucher.code} />}
        <Button variant="secondary" onClick={() => window.print()}>
          <Icon of={Printer} />
          {say('Print or PDF')}
        </Button>
      </div>
    </>
  );
}

function CopyCode({ code }: { code: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(formatVoucherCode(code.replaceAll('-', '')));
      toast.success(say('Copied to clipboard!'));
    } catch {
      toast.error(
        say('Your browser did not let us copy the code.'),
        say('Please select it and copy it yourself.'),
      );
    }
  };
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      <Icon of={Copy} />
      {say('Copy code')}
    </Button>
  );
}
