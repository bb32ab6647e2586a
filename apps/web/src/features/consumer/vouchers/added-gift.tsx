import type { ReceivedGift } from '@zawadi/contract/vouchers-gifts';
import { formatKes } from '@zawadi/contract/money';
import { Wallet } from 'lucide-react';
import { RichText } from '../../../i18n/rich-text.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { SayThanks } from '../../voucher-page/say-thanks.tsx';

export type Added = { gift: ReceivedGift; amount: number; walletBalance: number };

/** A gift that was just added to the wallet: where its money is, and a form to thank its sender. */
export function AddedGift({ added: { gift, amount, walletBalance } }: { added: Added }) {
  return (
    <Alert tone="success" icon={Wallet} isLive>
      <span className="spread">
        <span>
          <RichText
            text="<b>{amount} is in your wallet.</b> Your balance is {balance}."
            amount={formatKes(amount)}
            balance={formatKes(walletBalance)}
          />
        </span>
        {!gift.isThanked && <SayThanks claimToken={gift.claimToken} senderName={gift.senderName} />}
      </span>
    </Alert>
  );
}
