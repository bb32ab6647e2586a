import { Heart } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { say } from '../../i18n/say.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

type SayThanksProps = { claimToken: string; senderName: string; variant?: ButtonLook['variant'] };

// Loaded on demand, so that the page of a gift opens without the form library.
const ThanksForm = lazy(async () => ({ default: (await import('./thanks-form.tsx')).ThanksForm }));

/** Sends a thank-you message to the sender; possible once. */
export function SayThanks({ claimToken, senderName, variant = 'quiet' }: SayThanksProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSent, setIsSent] = useState(false);
  if (isSent) return null;
  return (
    <>
      <Button variant={variant} onClick={() => setIsOpen(true)}>
        <Icon of={Heart} />
        {say('Say thanks')}
      </Button>
      {isOpen && (
        <Suspense>
          <ThanksForm
            claimToken={claimToken}
            senderName={senderName}
            onSent={() => setIsSent(true)}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
