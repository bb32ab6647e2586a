import { zodResolver } from '@hookform/resolvers/zod';
import { generatePhoneOtp, verifyPhone } from '@zawadi/contract/users';
import { formatMsisdn } from '@zawadi/contract/text';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { call, CallRefused, sentenceOf } from '../../../api/call.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSession } from '../../session/session.tsx';

/** Sends a code to the phone and takes it back. Further buttons stand beside its own. */
export function VerifyPhone({ phoneNumber, children }: { phoneNumber: string; children?: ReactNode }) {
  const { reload } = useSession();
  const [isSent, setSent] = useState(false);
  const [isSending, setSending] = useState(false);
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(verifyPhone.body),
    defaultValues: { otp: '' },
  });
  const sendCode = async () => {
    setSending(true);
    try {
      await call(generatePhoneOtp, { body: {} });
      toast.success(say('Code sent to your phone'));
      setSent(true);
      // The field exists after the next render.
      requestAnimationFrame(() => setFocus('otp'));
    } catch (error) {
      await verifiedElsewhere(error, reload);
      toast.error(sentenceOf(error));
    } finally {
      setSending(false);
    }
  };
  const submit = handleSubmit(async (body) => {
    try {
      await call(verifyPhone, { body });
      toast.success(say('Phone verified'));
      await reload();
    } catch (error) {
      await verifiedElsewhere(error, reload);
      if (error instanceof CallRefused) setError('otp', { message: error.message }, { shouldFocus: true });
      else toast.error(sentenceOf(error));
    }
  });
  return (
    <Sheet title={say('Verify your phone')} isPadded>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p className="small muted">
          <RichText
            text="We send a code of six digits by SMS to {phone}. It is valid for 10 minutes."
            phone={<b className="strong num nowrap">{formatMsisdn(phoneNumber)}</b>}
          />
        </p>
        {isSent && (
          <CodeField
            label={say('Verification code')}
            error={formState.errors.otp?.message}
            {...register('otp')}
          />
        )}
        <div className="actions">
          {isSent && (
            <Button type="submit" isBusy={formState.isSubmitting} busyLabel={say('Verifying...')}>
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
