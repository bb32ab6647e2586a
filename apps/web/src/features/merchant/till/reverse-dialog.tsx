import { useQueryClient } from '@tanstack/react-query';
import { reverseAtTill, type TillRedemption } from '@zawadi/contract/redemptions';
import { formatKes } from '@zawadi/contract/money';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';

type ReverseDialogProps = {
  redemption: Pick<TillRedemption, 'redemptionId' | 'recipientName' | 'amount'>;
  onClose: () => void;
  onReversed: (redemption: TillRedemption) => void;
};

/** Asks before a redemption is reversed as a whole. Pressing again after a lost answer is safe: it is reversed once. */
export function ReverseDialog({ redemption, onClose, onReversed }: ReverseDialogProps) {
  const { redemptionId, recipientName, amount } = redemption;
  const queries = useQueryClient();
  const refresh = async () => queries.invalidateQueries({ queryKey: queryKeys.till });
  return (
    <ConfirmDialog
      title={`Reverse ${formatKes(amount)} of ${recipientName}?`}
      action="Reverse it"
      dismiss="Keep it"
      busyLabel="Reversing..."
      variant="danger"
      confirm={async () => {
        const { returnedTo, ...reversed } = await call(reverseAtTill, { body: { redemptionId } });
        toast.success(
          'Redemption reversed',
          returnedTo === 'voucher'
            ? `${formatKes(amount)} is back on the voucher.`
            : `${formatKes(amount)} is in ${recipientName}’s wallet, where the rest of the voucher is.`,
        );
        onClose();
        onReversed(reversed);
        await refresh();
      }}
      fallback="The redemption could not be reversed."
      onFailed={() => void refresh()}
      onClose={onClose}
    >
      <p>
        The voucher gets {formatKes(amount)} back, and your balance goes down by as much. Take the goods back
        first: a reversal cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
