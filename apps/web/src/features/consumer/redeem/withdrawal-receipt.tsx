import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import { Printer } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PrintArea } from '../../../ui/print-area.tsx';
import { ReceiptButton } from '../receipt-button.tsx';
import { WithdrawalFacts } from './withdrawal-facts.tsx';

type WithdrawalReceiptProps = { withdrawal: WithdrawalState; feeBasisPoints: number; onClose: () => void };

/** The receipt on the screen, and on paper. */
export function WithdrawalReceipt({ withdrawal, feeBasisPoints, onClose }: WithdrawalReceiptProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Receipt')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Close')}
          </Button>
          {withdrawal.orderStatus === 'COMPLETED' && <ReceiptButton requestId={withdrawal.requestId} />}
          <Button onClick={() => window.print()}>
            <Icon of={Printer} />
            {say('Print')}
          </Button>
        </>
      }
    >
      <PrintArea>
        <p className="strong">{say('Zawadi · Withdrawal to M-PESA')}</p>
        <WithdrawalFacts withdrawal={withdrawal} feeBasisPoints={feeBasisPoints} />
      </PrintArea>
    </Dialog>
  );
}
