import { redemptionReceiptPdf } from '@zawadi/contract/receipts';
import type { TillRedemption } from '@zawadi/contract/redemptions';
import { formatKes } from '@zawadi/contract/money';
import { FileDown, Printer, Share2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDownload } from '../../files/use-download.ts';
import { receiptText } from './receipt-text.ts';
import { ReverseDialog } from './reverse-dialog.tsx';

type ReceiptActionsProps = { redemption: TillRedemption; onChanged: (redemption: TillRedemption) => void };

/** What can be done with a redemption that went through: print, share, PDF, reverse. */
export function ReceiptActions({ redemption, onChanged }: ReceiptActionsProps) {
  const download = useDownload();
  const [isReversing, setReversing] = useState(false);
  const { redemptionId, amount, canBeReversed } = redemption;
  return (
    <>
      <div className="till-actions">
        <Button variant="secondary" onClick={() => globalThis.print()}>
          <Icon of={Printer} />
          Print
        </Button>
        <Button variant="secondary" onClick={() => void share(receiptText(redemption))}>
          <Icon of={Share2} />
          Share
        </Button>
        <Button
          variant="secondary"
          onClick={() => download.save(() => fetchFile(redemptionReceiptPdf, { params: { redemptionId } }))}
          isBusy={download.isBusy}
          busyLabel="Saving..."
        >
          <Icon of={FileDown} />
          PDF
        </Button>
      </div>
      {canBeReversed && (
        <div className="stack-2">
          <Button variant="quiet" className="justify-self-center" onClick={() => setReversing(true)}>
            <Icon of={Undo2} />
            Reverse this redemption
          </Button>
          <p className="tiny muted centred">
            You can reverse it until midnight. The voucher gets its {formatKes(amount)} back.
          </p>
        </div>
      )}
      {isReversing && (
        <ReverseDialog redemption={redemption} onClose={() => setReversing(false)} onReversed={onChanged} />
      )}
    </>
  );
}

/** Through whatever the device shares with, such as WhatsApp; a browser without that copies the text. */
async function share(text: string): Promise<void> {
  try {
    if (typeof navigator.share === 'function') await navigator.share({ title: 'Receipt', text });
    else {
      await navigator.clipboard.writeText(text);
      toast.success('Copied!', 'The receipt can be pasted into a message now.');
    }
  } catch (error) {
    const hasChangedMind = error instanceof DOMException && error.name === 'AbortError';
    if (!hasChangedMind)
      toast.error('Your browser did not let us share the receipt.', 'Please print it instead.');
  }
}
