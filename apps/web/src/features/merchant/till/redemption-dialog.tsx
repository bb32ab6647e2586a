import type { TillRedemption } from '@zawadi/contract/redemptions';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ReceiptActions } from './receipt-actions.tsx';
import { RedemptionReceipt } from './redemption-receipt.tsx';

type RedemptionDialogProps = {
  redemption: TillRedemption;
  onClose: () => void;
  onChanged: (redemption: TillRedemption) => void;
};

/** A redemption of today once more, with its receipt. */
export function RedemptionDialog({ redemption, onClose, onChanged }: RedemptionDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Redemption of ${redemption.recipientName}`}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <RedemptionReceipt redemption={redemption} />
      <ReceiptActions redemption={redemption} onChanged={onChanged} />
    </Dialog>
  );
}
