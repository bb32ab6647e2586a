import { useState } from 'react';
import { sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.tsx';
import { AccountContext } from './account.ts';
import type { Account } from './account.ts';
import type { ChangePassword } from './change-password.tsx';
import { Devices } from './devices.tsx';
import { PasskeysRow } from './passkeys-row.tsx';
import { SecurityRow } from './security-row.tsx';
import { TwoFactorRow } from './two-factor-row.tsx';

/** Security settings of an account: password, second factor, passkeys and devices. */
export function AccountSecurity(account: Account) {
  return (
    <AccountContext value={account}>
      <Sheet title={say('Account Security')}>
        <PasswordRow />
        <TwoFactorRow />
        <PasskeysRow />
      </Sheet>
      <Devices />
    </AccountContext>
  );
}

function PasswordRow() {
  const [opened, setOpened] = useState<{ Change: typeof ChangePassword }>();
  const open = async () => {
    try {
      // Loaded only when a person changes their password.
      const { ChangePassword: Change } = await import('./change-password.tsx');
      setOpened({ Change });
    } catch (error) {
      toast.error(sentenceOf(error));
    }
  };
  return (
    <SecurityRow title={say('Password')} help={say('Signs out every other device')}>
      <Button variant="secondary" small onClick={() => void open()}>
        {say('Change Password')}
      </Button>
      {opened !== undefined && <opened.Change onClose={() => setOpened(undefined)} />}
    </SecurityRow>
  );
}
