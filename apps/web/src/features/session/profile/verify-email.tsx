import { resendEmailVerification } from '@zawadi/contract/auth';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Mails the verification link again. */
export function VerifyEmail({ email }: { email: string }) {
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await call(resendEmailVerification, { body: {} });
      toast.success('Verification email sent', 'Open the link in it on any device');
    } catch (error) {
      toast.error(sentenceOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Sheet title="Verify your email" isPadded>
      <div className="stack">
        <p className="small muted">
          We sent a link to <b className="strong">{email}</b>. Opening it verifies your address.
        </p>
        <div className="actions">
          <Button variant="secondary" isBusy={isSending} busyLabel="Sending..." onClick={() => void send()}>
            Resend Email
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
