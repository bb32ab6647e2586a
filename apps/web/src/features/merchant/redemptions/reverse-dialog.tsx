import { useQueryClient } from '@tanstack/react-query';
import { reverseAtTill, type TillRedemption } from '@zawadi/contract/redemptions';
import { formatKes } from '@zawadi/contract/money';
import { say } from '../../../i18n/say.ts';
import { useState } from 'react';
import { call, CallRefused } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';

type ReverseDialogProps = {
  redemption: Pick<TillRedemption, 'redemptionId' | 'recipientName' | 'amount'>;
  onClose: () => void;
  onReversed: (redemption: TillRedemption) => void;
};

/** Confirms the reversal of a whole redemption. A retry after a lost answer is safe: the server reverses only once. */
export function ReverseDialog({ redemption, onClose, onReversed }: ReverseDialogProps) {
  const { redemptionId, recipientName, amount } = redemption;
  const queries = useQueryClient();
  const [isUnfunded, setUnfunded] = useState(false);
  const refresh = async () => queries.invalidateQueries({ queryKey: queryKeys.till });
  return (
    <ConfirmDialog
      title={say('Reverse {amount} of {name}?', { amount: formatKes(amount), name: recipientName })}
      action={say('Reverse redemption')}
      dismiss={say('Keep it')}
      busyLabel={say('Reversing...')}
      variant="danger"
      confirm={async () => {
        const { returnedTo, ...reversed } = await call(reverseAtTill, { body: { redemptionId } }).catch(
          (error: unknown) => {
            setUnfunded(error instanceof CallRefused && error.code === 'insufficient_merchant_balance');
            throw error;
          },
        );
        toast.success(
          say('Redemption reversed'),
          returnedTo === 'voucher'
            ? say('{amount} is back on the voucher.', { amount: formatKes(amount) })
            : say('{amount} is in {name}’s wallet, where the rest of the voucher is.', {
                amount: formatKes(amount),
                name: recipientName,
              }),
        );
        onClose();
        onReversed(reversed);
        await refresh();
      }}
      fallback={say('The redemption could not be reversed.')}
      onFailed={() => void refresh()}
      onClose={onClose}
    >
      <p>
        {say(
          'The voucher gets {amount} back, and your balance goes down by as much. Take the goods back first: a reversal cannot be undone.',
          { amount: formatKes(amount) },
        )}
      </p>
      {isUnfunded && (
        <p className="strong">
          {say(
            'Your balance is lower than this: it was paid out or used for vouchers. Give the customer {amount} in cash, or reverse after your next sale today.',
            { amount: formatKes(amount) },
          )}
        </p>
      )}
    </ConfirmDialog>
  );
}
