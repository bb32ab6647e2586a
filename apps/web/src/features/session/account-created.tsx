import { useEffect, useRef } from 'react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

const REDIRECT_AFTER_MS = 2500;

/** Says that a mail is on its way, then goes on by itself. */
export function AccountCreated({ isOpen, onContinue }: { isOpen: boolean; onContinue: () => void }) {
  const go = useRef(onContinue);
  useEffect(() => {
    go.current = onContinue;
  }, [onContinue]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => go.current(), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return (
    <Dialog
      isOpen={isOpen}
      title={say('Account Created!')}
      actions={<Button onClick={onContinue}>{say('Continue to Dashboard')}</Button>}
    >
      <p className="muted">
        {say(
          'We have sent a verification link to your email. Please check your inbox and verify your address; then your gifts and payments are open to you.',
        )}
      </p>
    </Dialog>
  );
}
