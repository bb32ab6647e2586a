import type { WithdrawalState } from '@zawadi/contract/payments';
import { Printer } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PrintArea } from '../../../ui/print-area.tsx';
import { WithdrawalFacts } from './withdrawal-facts.tsx';

type WithdrawalReceiptProps = { withdrawal: WithdrawalState; feeBasisPoints: number; onClose: () => void };

/** The receipt on the screen, and on paper. */
export function WithdrawalReceipt({ withdrawal, feeBasisPoints, onClose }: WithdrawalReceiptProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Receipt"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => window.print()}>
            <Icon of={Printer} />
            Print
          </Button>
        </>
      }
    >
      <PrintArea>
        <p className="strong">Zawadi · Withdrawal to M-PESA</p>
        <WithdrawalFacts withdrawal={withdrawal} feeBasisPoints={feeBasisPoints} />
      </PrintArea>
    </Dialog>
  );
}
