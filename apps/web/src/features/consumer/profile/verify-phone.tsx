import { generatePhoneOtp, verifyPhone } from '@zawadi/contract/users';
import { formatMsisdn } from '@zawadi/contract/text';
import { useState, type ReactNode } from 'react';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useSession } from '../../session/session.tsx';

/** Sends a code to the phone and verifies it. `children` are further buttons. */
export function VerifyPhone({ phoneNumber, children }: { phoneNumber: string; children?: ReactNode }) {
  const { reload } = useSession();
  const [isSent, setSent] = useState(false);
  const [isSending, setSending] = useState(false);
  const { register, submit, isBusy, problemOf, setFocus } = useContractForm(verifyPhone, {
    schema: verifyPhone.body,
    defaultValues: { otp: '' },
    onSaved: async () => {
      toast.success(say('Phone verified'));
      await reload();
    },
    codes: {
      verification_code_invalid: 'otp',
      phone_already_verified: 'otp',
      phone_not_given: 'otp',
      too_many_requests: 'otp',
    },
    onRefused: (error) => {
      void verifiedElsewhere(error, reload);
      return false;
    },
  });
  const sendCode = async () => {
    setSending(true);
    try {
      await call(generatePhoneOtp, { body: {} });
      toast.success(say('Code sent to your phone'));
      setSent(true);
      // The field is on the page only after the next render.
      requestAnimationFrame(() => setFocus('otp'));
    } catch (error) {
      await verifiedElsewhere(error, reload);
      toast.error(sentenceOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Sheet title={say('Verify your phone')} isPadded>
      <form className="stack" noValidate onSubmit={submit}>
        <p className="small muted">
          <RichText
            text="We send a 6-digit code by SMS to {phone}. It is valid for 10 minutes."
            phone={<b className="strong num nowrap">{formatMsisdn(phoneNumber)}</b>}
          />
        </p>
        {isSent && (
          <CodeField label={say('Verification code')} error={problemOf('otp')} {...register('otp')} />
        )}
        <div className="actions">
          {isSent && (
            <Button type="submit" isBusy={isBusy} busyLabel={say('Verifying...')}>
              {say('Verify')}
            </Button>
          )}
          <Button
            variant={isSent ? 'secondary' : 'primary'}
            isBusy={isSending}
            busyLabel={say('Sending...')}
            onClick={() => void sendCode()}
          >
            {isSent ? say('Send Again') : say('Send Code')}
          </Button>
          {children}
        </div>
      </form>
    </Sheet>
  );
}

async function verifiedElsewhere(error: unknown, reload: () => Promise<void>): Promise<void> {
  if (error instanceof CallRefused && error.code === 'phone_already_verified') await reload();
}
