import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatKes } from '@zawadi/contract/money';
import type { PurchaseState } from '@zawadi/contract/purchases';
import { payFromWallet } from '@zawadi/contract/purchases-basket';
import { oneTimeCode } from '@zawadi/contract/text';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { problemWith } from '../../forms/typed-fields.ts';
import { codeSentence, ConfirmationCode } from '../confirmation-code.tsx';
import { useDashboardStats } from '../wallets/use-dashboard-stats.ts';

type WalletPaymentProps = { purchase: PurchaseState; onPurchase: (purchase: PurchaseState) => void };

/** Offers to pay from the wallet, if the balance is enough. */
export function WalletPayment({ purchase, onPurchase }: WalletPaymentProps) {
  const { amount } = purchase;
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
        <PaymentDialog
          purchase={purchase}
          left={balance - amount}
          onPaid={(state) => {
            setIsAsking(false);
            onPurchase(state);
            void queries.invalidateQueries({ queryKey: queryKeys.walletStats });
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

type PaymentDialogProps = {
  purchase: PurchaseState;
  /** Amount that stays in the wallet, in shillings. */
  left: number;
  onPaid: (purchase: PurchaseState) => void;
  onClose: () => void;
};

/** The server may ask for the password or a passkey, and within 24 hours of a password reset for a code. */
function PaymentDialog({ purchase, left, onPaid, onClose }: PaymentDialogProps) {
  const { requestId, amount, billReferenceNumber } = purchase;
  const [asked, setAsked] = useState<string>();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  /** Returns undefined if the server has sent a code instead of paying. */
  const pay = async (confirmationCode?: string): Promise<PurchaseState | undefined> => {
    const body = { amount, billReferenceNumber, ...(confirmationCode !== undefined && { confirmationCode }) };
    try {
      return await call(payFromWallet, { params: { requestId }, body });
    } catch (error) {
      if (!(error instanceof CallRefused && error.code === 'otp_required')) throw error;
      setAsked(codeSentence(error));
      return undefined;
    }
  };
  const done = (state: PurchaseState | undefined) => {
    if (state !== undefined) onPaid(state);
  };
  const newCode = useMutation({
    mutationFn: () => pay(),
    onSuccess: done,
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <ConfirmDialog
      title={say('Pay {amount} from your wallet?', { amount: formatKes(amount) })}
      action={say('Pay {amount}', { amount: formatKes(amount) })}
      busyLabel={say('Paying...')}
      check={() => {
        const found = asked === undefined ? undefined : problemWith(oneTimeCode, code);
        setProblem(found);
        return found === undefined;
      }}
      confirm={() => pay(asked === undefined ? undefined : code)}
      fallback={say('Failed to initiate payment')}
      onDone={done}
      onClose={onClose}
    >
      <p className="muted">
        {say('{left} stays in your wallet. The vouchers go out as soon as it is paid.', {
          left: formatKes(left),
        })}
      </p>
      {asked !== undefined && (
        <ConfirmationCode
          asked={{ reason: asked, canBeTyped: true }}
          code={code}
          onCode={setCode}
          problem={problem}
          onNewCode={() => newCode.mutate()}
          isBusy={newCode.isPending}
        />
      )}
    </ConfirmDialog>
  );
}
