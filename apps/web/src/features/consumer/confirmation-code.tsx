import { CallRefused } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';

/**
 * Why a code is required. `canBeTyped` is false right after a change of phone and password: the server sends no code
 * then, and the user has to wait.
 */
export type AskedCode = { reason: string; canBeTyped: boolean };

type ConfirmationCodeProps = {
  asked: AskedCode;
  code: string;
  onCode: (code: string) => void;
  problem: string | undefined;
  onNewCode: () => void;
  isBusy: boolean;
};

/** Field for the code that the server requires before money leaves the wallet. */
export function ConfirmationCode({ asked, code, onCode, problem, onNewCode, isBusy }: ConfirmationCodeProps) {
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
            value={code}
            onChange={(event) => onCode(event.target.value)}
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

/** Says that a code is required, and where it went, if the server says so. */
export function codeSentence(error: Error): string {
  const contact = error instanceof CallRefused ? error.sentTo : undefined;
  return contact === undefined ? error.message : say('We have sent a code to {contact}.', { contact });
}
