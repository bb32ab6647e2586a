import { voucherPdf } from '@zawadi/contract/receipts';
import { Download, Printer } from 'lucide-react';
import { fetchFile } from '../../api/call.ts';
import { useLanguage } from '../../i18n/language.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useDownload } from '../files/use-download.ts';
import { PassOn } from './pass-on.tsx';

type OtherActionsProps = { claimToken: string; canPrint: boolean; canPassOn: boolean };

/** Buttons of a gift that few people need: print it, save it as PDF, pass its link on. */
export function OtherActions({ claimToken, canPrint, canPassOn }: OtherActionsProps) {
  return (
    <>
      {canPrint && (
        <>
          <Button variant="secondary" onClick={() => window.print()}>
            <Icon of={Printer} />
            {say('Print')}
          </Button>
          <VoucherPdf claimToken={claimToken} />
        </>
      )}
      {canPassOn && <PassOn claimToken={claimToken} />}
    </>
  );
}

function VoucherPdf({ claimToken }: { claimToken: string }) {
  const download = useDownload();
  const lang = useLanguage();
  const fetching = async () => fetchFile(voucherPdf, { body: { claimToken, lang } });
  return (
    <Button
      variant="secondary"
      onClick={() => download.save(fetching)}
      isBusy={download.isBusy}
      busyLabel={say('Downloading...')}
    >
      <Icon of={Download} />
      {say('Download PDF')}
    </Button>
  );
}
