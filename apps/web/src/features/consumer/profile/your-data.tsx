import { useState, type ComponentType } from 'react';
import { sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { SecurityRow } from '../../account-security/security-row.tsx';

/** Actions on the person's data: export it, or delete it. */
export function YourData() {
  return (
    <Sheet title={say('Your data')}>
      <DataRow
        title={say('Export')}
        help={say('Everything we keep about you, as one file')}
        action={say('Download my data')}
        load={async () => (await import('./export-account.tsx')).ExportAccount}
      />
      <DataRow
        title={say('Delete Account')}
        help={say('Permanent. Empty your wallet and finish open payments first.')}
        action={say('Delete Account')}
        load={async () => (await import('./delete-account.tsx')).DeleteAccount}
      />
    </Sheet>
  );
}

type Dialog = ComponentType<{ onClose: () => void }>;
type DataRowProps = { title: string; help: string; action: string; load: () => Promise<Dialog> };

/** Row with a button whose dialog loads when it is pressed. */
function DataRow({ title, help, action, load }: DataRowProps) {
  const [opened, setOpened] = useState<{ Dialog: Dialog }>();
  const open = async () => {
    try {
      setOpened({ Dialog: await load() });
    } catch (error) {
      toast.error(sentenceOf(error));
    }
  };
  return (
    <SecurityRow title={title} help={help}>
      <Button variant="secondary" small onClick={() => void open()}>
        {action}
      </Button>
      {opened !== undefined && <opened.Dialog onClose={() => setOpened(undefined)} />}
    </SecurityRow>
  );
}
