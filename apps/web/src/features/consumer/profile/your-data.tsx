import { exportAccount } from '@zawadi/contract/users-account';
import { useState } from 'react';
import { fetchFile, sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useDownload } from '../../files/use-download.ts';
import { SecurityRow } from '../../account-security/security-row.tsx';
import type { DeleteAccount } from './delete-account.tsx';

/** Actions on the person's data: export it, or delete it. */
export function YourData() {
  return (
    <Sheet title={say('Your data')}>
      <ExportRow />
      <DeleteRow />
    </Sheet>
  );
}

function ExportRow() {
  const download = useDownload();
  return (
    <SecurityRow title={say('Export')} help={say('Everything we keep about you, as one file')}>
      <Button
        variant="secondary"
        small
        isBusy={download.isBusy}
        busyLabel={say('Downloading...')}
        onClick={() => download.save(async () => fetchFile(exportAccount, { body: {} }))}
      >
        {say('Download my data')}
      </Button>
    </SecurityRow>
  );
}

function DeleteRow() {
  const [opened, setOpened] = useState<{ Delete: typeof DeleteAccount }>();
  const open = async () => {
    try {
      // Loaded only for people who delete their account.
      const { DeleteAccount: Delete } = await import('./delete-account.tsx');
      setOpened({ Delete });
    } catch (error) {
      toast.error(sentenceOf(error));
    }
  };
  return (
    <SecurityRow
      title={say('Delete Account')}
      help={say('Permanent. Empty your wallet and finish open payments first.')}
    >
      <Button variant="secondary" small onClick={() => void open()}>
        {say('Delete Account')}
      </Button>
      {opened !== undefined && <opened.Delete onClose={() => setOpened(undefined)} />}
    </SecurityRow>
  );
}
