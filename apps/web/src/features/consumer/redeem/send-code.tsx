import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';

type SendCodeProps = {
  asked: { reason: string; canBeTyped: boolean };
  otp: string;
  onOtp: (otp: string) => void;
  problem: string | undefined;
  onNewCode: () => void;
  isBusy: boolean;
};

/** The code that a new number, or a new phone or password, asks for before money leaves. */
export function SendCode({ asked, otp, onOtp, problem, onNewCode, isBusy }: SendCodeProps) {
  return (
    <div className="stack w-full max-w-88 text-left">
      <Alert tone={asked.canBeTyped ? 'info' : 'warn'} isLive>
        {asked.reason}
      </Alert>
      {asked.canBeTyped && (
        <>
          <CodeField
            label={say('Verification code')}
            name="otp"
            value={otp}
            onChange={(event) => onOtp(event.target.value)}
            error={problem}
          />
          <Button variant="quiet" small onClick={onNewCode} disabled={isBusy}>
            {say('Send a new code')}
          </Button>
        </>
      )}
    </div>
  );
}
