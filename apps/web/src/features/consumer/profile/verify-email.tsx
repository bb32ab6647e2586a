import { resendEmailVerification } from '@zawadi/contract/users';
import { useState, type ReactNode } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Mails the verification link again. Further buttons stand beside its own. */
export function VerifyEmail({ email, children }: { email: string; children?: ReactNode }) {
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await call(resendEmailVerification, { body: {} });
      toast.success(say('Verification email sent'), say('Open the link in it on any device'));
    } catch (error) {
      toast.error(sentenceOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Sheet title={say('Verify your email')} isPadded>
      <div className="stack">
        <p className="small muted">
          <RichText
            text="We sent a link to {email}. Opening it verifies your address."
            email={<b className="strong">{email}</b>}
          />
        </p>
        <div className="actions">
          <Button
            variant="secondary"
            isBusy={isSending}
            busyLabel={say('Sending...')}
            onClick={() => void send()}
          >
            {say('Resend Email')}
          </Button>
          {children}
        </div>
      </div>
    </Sheet>
  );
}
