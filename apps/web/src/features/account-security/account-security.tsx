import { lazy, Suspense, useState } from 'react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SecurityRow } from './security-row.tsx';
import { TwoFactorRow } from './two-factor-row.tsx';

// Fetched when it is opened: the pages that it is on are heavy as they are.
const ChangePassword = lazy(async () => ({
  default: (await import('./change-password.tsx')).ChangePassword,
}));

/** What keeps the account its owner's. */
export function AccountSecurity() {
  return (
    <Sheet title={say('Account Security')}>
      <PasswordRow />
      <TwoFactorRow />
    </Sheet>
  );
}

function PasswordRow() {
  const [isOpen, setOpen] = useState(false);
  return (
    <SecurityRow title={say('Password')} help={say('Signs out every other device')}>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        {say('Change Password')}
      </Button>
      {isOpen && (
        <Suspense>
          <ChangePassword onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SecurityRow>
  );
}
