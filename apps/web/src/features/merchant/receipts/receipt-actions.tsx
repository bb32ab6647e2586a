import { redemptionReceiptPdf } from '@zawadi/contract/receipts';
import type { TillRedemption } from '@zawadi/contract/redemptions';
import { formatKes } from '@zawadi/contract/money';
import { FileDown, Printer, Share2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { fetchFile } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDownload } from '../../files/use-download.ts';
import { PaperField } from './paper-field.tsx';
import { receiptText } from './receipt-text.ts';
import { ReverseDialog } from '../redemptions/reverse-dialog.tsx';

type ReceiptActionsProps = { redemption: TillRedemption; onChanged: (redemption: TillRedemption) => void };

/** Actions on a successful redemption: print, share, PDF, reverse. */
export function ReceiptActions({ redemption, onChanged }: ReceiptActionsProps) {
  const download = useDownload();
  const [isReversing, setReversing] = useState(false);
  const { redemptionId, amount, canBeReversed } = redemption;
  return (
    <>
      <div className="till-actions">
        <Button variant="secondary" onClick={() => globalThis.print()}>
          <Icon of={Printer} />
          {say('Print')}
        </Button>
        <Button variant="secondary" onClick={() => void share(receiptText(redemption))}>
          <Icon of={Share2} />
          {say('Share')}
        </Button>
        <Button
          variant="secondary"
          onClick={() => download.save(() => fetchFile(redemptionReceiptPdf, { params: { redemptionId } }))}
          isBusy={download.isBusy}
          busyLabel="PDF"
        >
          <Icon of={FileDown} />
          PDF
        </Button>
      </div>
      <PaperField />
      {canBeReversed && (
        <div className="stack-2">
          <Button variant="quiet" className="justify-self-center" onClick={() => setReversing(true)}>
            <Icon of={Undo2} />
            {say('Reverse this redemption')}
          </Button>
          <p className="tiny muted centred">
            {say('You can reverse it until midnight. The voucher gets its {amount} back.', {
              amount: formatKes(amount),
            })}
          </p>
        </div>
      )}
      {isReversing && (
        <ReverseDialog redemption={redemption} onClose={() => setReversing(false)} onReversed={onChanged} />
      )}
    </>
  );
}

/** Shares the text through an app of the device, such as WhatsApp. If the browser cannot share, copies the text. */
async function share(text: string): Promise<void> {
  try {
    if (typeof navigator.share === 'function') await navigator.share({ title: say('Receipt'), text });
    else {
      await navigator.clipboard.writeText(text);
      toast.success(say('Copied!'), say('The receipt can be pasted into a message now.'));
    }
  } catch (error) {
    const hasChangedMind = error instanceof DOMException && error.name === 'AbortError';
    if (!hasChangedMind)
      toast.error(say('Your browser did not let us share the receipt.'), say('Please print it instead.'));
  }
}
