import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reverseAtTill, type TillRedemption } from '@zawadi/contract/redemptions';
import { formatKes } from '@zawadi/contract/money';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';

type ReverseDialogProps = {
  redemption: Pick<TillRedemption, 'redemptionId' | 'recipientName' | 'amount'>;
  isOpen: boolean;
  onClose: () => void;
  onReversed: (redemption: TillRedemption) => void;
};

/** Asks before a redemption is reversed as a whole. Pressing again after a lost answer is safe: it is reversed once. */
export function ReverseDialog({ redemption, isOpen, onClose, onReversed }: ReverseDialogProps) {
  const { redemptionId, recipientName, amount } = redemption;
  const queries = useQueryClient();
  const reversing = useMutation({
    mutationFn: () => call(reverseAtTill, { body: { redemptionId } }),
    onSuccess: ({ returnedTo, ...reversed }) => {
      toast.success(
        'Redemption reversed',
        returnedTo === 'voucher'
          ? `${formatKes(amount)} is back on the voucher.`
          : `${formatKes(amount)} is in ${recipientName}’s wallet, where the rest of the voucher is.`,
      );
      onClose();
      onReversed(reversed);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.till }),
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Reverse ${formatKes(amount)} of ${recipientName}?`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button
            variant="danger"
            onClick={() => reversing.mutate()}
            isBusy={reversing.isPending}
            busyLabel="Reversing..."
          >
            Reverse it
          </Button>
        </>
      }
    >
      <p>
        The voucher gets {formatKes(amount)} back, and your balance goes down by as much. Take the goods back
        first: a reversal cannot be undone.
      </p>
      {reversing.error !== null && (
        <Alert tone="danger" isLive>
          {sentenceOf(reversing.error, 'The redemption could not be reversed.')}
        </Alert>
      )}
    </Dialog>
  );
}
