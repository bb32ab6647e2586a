import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

type LetterSentProps = { supportRequestId: string; onAnother: () => void };

/** What happens next with a letter. */
export function LetterSent({ supportRequestId, onAnother }: LetterSentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form with the focus is gone; whoever listens hears the result.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack">
      <h3 ref={heading} tabIndex={-1}>
        Your message was sent
      </h3>
      <p>A copy is on its way to your email address. We read every message and answer there.</p>
      <p className="small muted">
        Your request is <b className="code">{supportRequestId.slice(-8).toUpperCase()}</b>. If it is about
        money, your balance and your batches stay as they are meanwhile.
      </p>
      <div>
        <Button variant="secondary" onClick={onAnother}>
          Write another message
        </Button>
      </div>
    </div>
  );
}
