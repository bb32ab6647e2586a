import { useQueryClient } from '@tanstack/react-query';
import { formatKes } from '@zawadi/contract/money';
import type { PurchaseState } from '@zawadi/contract/purchases';
import { payFromWallet } from '@zawadi/contract/purchases-basket';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useDashboardStats } from '../wallets/use-dashboard-stats.ts';

type WalletPaymentProps = { purchase: PurchaseState; onPurchase: (purchase: PurchaseState) => void };

/** Offers to pay from the wallet, if the balance is enough. The server may ask for the password or a passkey. */
export function WalletPayment({ purchase, onPurchase }: WalletPaymentProps) {
  const { requestId, amount, billReferenceNumber } = purchase;
  const queries = useQueryClient();
  const { data: stats } = useDashboardStats();
  const [isAsking, setIsAsking] = useState(false);
  const balance = stats?.walletBalance ?? 0;
  if (balance < amount) return null;
  return (
    <>
      <div className="stack-2 w-full max-w-88">
        <Button variant="secondary" wide onClick={() => setIsAsking(true)}>
          <Icon of={Wallet} />
          {say('Pay from your wallet')}
        </Button>
        <p className="tiny muted num">{say('Balance {amount}', { amount: formatKes(balance) })}</p>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={say('Pay {amount} from your wallet?', { amount: formatKes(amount) })}
          action={say('Pay {amount}', { amount: formatKes(amount) })}
          busyLabel={say('Paying...')}
          confirm={() =>
            call(payFromWallet, { params: { requestId }, body: { amount, billReferenceNumber } })
          }
          fallback={say('Failed to initiate payment')}
          onDone={(state) => {
            setIsAsking(false);
            onPurchase(state);
            void queries.invalidateQueries({ queryKey: queryKeys.walletStats });
          }}
          onClose={() => setIsAsking(false)}
        >
          <p className="muted">
            {say('{left} stays in your wallet. The vouchers go out as soon as it is paid.', {
              left: formatKes(balance - amount),
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
