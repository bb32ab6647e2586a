import { useState } from 'react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import type { ManagePasskeys } from './manage-passkeys.tsx';
import { SecurityRow } from './security-row.tsx';

/** Shows the passkeys of the account; loads their dialog when the person opens it. */
export function PasskeysRow() {
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState<{ Manage: typeof ManagePasskeys }>();
  const press = async () => {
    setOpen(!isOpen);
    if (opened !== undefined) return;
    try {
      const { ManagePasskeys: Manage } = await import('./manage-passkeys.tsx');
      setOpened({ Manage });
    } catch (error) {
      setOpen(false);
      toast.error(sentenceOf(error));
    }
  };
  return (
    <>
      <PasskeysTitle>
        <Button
          variant="secondary"
          small
          aria-expanded={isOpen}
          aria-label={isOpen ? say('Hide passkeys') : say('Manage passkeys')}
          onClick={() => void press()}
        >
          {isOpen ? say('Hide') : say('Manage')}
        </Button>
      </PasskeysTitle>
      {isOpen && opened !== undefined && <opened.Manage />}
    </>
  );
}

/** Heading that explains what passkeys are for. */
export function PasskeysTitle({ children }: { children?: ReactNode }) {
  return (
    <SecurityRow
      title={say('Passkeys')}
      help={say('Sign in with your fingerprint, your face or the PIN of your device')}
    >
      {children}
    </SecurityRow>
  );
}
