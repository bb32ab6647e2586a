import { receiptPdf } from '@zawadi/contract/receipts';
import { Download } from 'lucide-react';
import { fetchFile } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Button, type ButtonLook } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useDownload } from '../../files/use-download.ts';

type ReceiptButtonProps = Pick<ButtonLook, 'variant'> & {
  requestId: string;
  /** Whether the button is next to other buttons, so that it needs a short label. */
  isShort?: boolean;
};

/** Saves the receipt of a completed purchase or withdrawal as PDF. */
export function ReceiptButton({ requestId, variant = 'secondary', isShort = false }: ReceiptButtonProps) {
  const download = useDownload();
  return (
    <Button
      variant={variant}
      onClick={() => download.save(async () => fetchFile(receiptPdf, { params: { requestId } }))}
      isBusy={download.isBusy}
      busyLabel={say('Downloading...')}
    >
      <Icon of={Download} />
      {isShort ? say('Receipt') : say('Download receipt')}
    </Button>
  );
}
