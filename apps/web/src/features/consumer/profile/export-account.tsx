import { exportAccount } from '@zawadi/contract/users-account';
import { fetchFile } from '../../../api/call.ts';
import { saveFile } from '../../../api/save-file.ts';
import { say } from '../../../i18n/say.ts';
import { ProofDialog } from '../../account-security/proof-dialog.tsx';
import type { Proof } from '../../account-security/proof-form.ts';
import { useUser } from '../../session/session.tsx';

/** Confirms the person by password and code, and saves all data about them as a file. */
export function ExportAccount({ onClose }: { onClose: () => void }) {
  const { twoFactorEnabled } = useUser();
  const prove = async ({ password, otp }: Proof) => {
    saveFile(await fetchFile(exportAccount, { body: twoFactorEnabled ? { password, otp } : { password } }));
    onClose();
  };
  return (
    <ProofDialog
      title={say('Download your data')}
      action={say('Download my data')}
      busyLabel={say('Downloading...')}
      needsCode={twoFactorEnabled}
      prove={prove}
      onClose={onClose}
    >
      <p>
        {say('The file has your contacts, gifts, payments and devices. Keep it where only you can read it.')}
      </p>
    </ProofDialog>
  );
}
