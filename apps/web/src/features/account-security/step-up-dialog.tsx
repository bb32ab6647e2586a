import { presentedPassword, secondFactor } from '@zawadi/contract/text';
import { useState, type FormEvent } from 'react';
import { CallRefused, sentenceOf, type RepeatWithProof } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { problemWith } from '../forms/typed-fields.ts';
import { canUsePasskeys } from '../passkeys/passkey-support.ts';

type StepUpDialogProps<Answer> = {
  /** Kinds of proof that the server accepts. */
  proofs: CallRefused['proofs'];
  repeat: RepeatWithProof<Answer>;
  onDone: (answer: Answer) => void;
  /** Receives the refusal or the failure of the repeated API call; the calling screen shows it. */
  onFailed: (error: unknown) => void;
  onClose: () => void;
};

type Problem = { ofField: boolean; sentence: string };

/** Asks for a code, a passkey or the password, so that a stolen session cannot do the action. */
export function StepUpDialog<Answer>(props: StepUpDialogProps<Answer>) {
  const { proofs, repeat, onDone, onFailed, onClose } = props;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [busyWith, setBusyWith] = useState<'field' | 'passkey'>();
  const takesCode = proofs.includes('otp');
  const attempt = async (proof: () => ReturnType<RepeatWithProof<Answer>>, by: 'field' | 'passkey') => {
    setProblem(undefined);
    setBusyWith(by);
    try {
      onDone(await proof());
    } catch (error) {
      const said = problemOf(error, by, takesCode);
      if (said === undefined) onFailed(error);
      else setProblem(said);
    } finally {
      setBusyWith(undefined);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const misfit = problemWith(takesCode ? secondFactor : presentedPassword, typed);
    if (misfit !== undefined) setProblem({ ofField: true, sentence: misfit });
    else if (busyWith === undefined)
      void attempt(async () => repeat(takesCode ? { otp: typed } : { password: typed }), 'field');
  };
  const field = {
    error: problem?.ofField === true ? problem.sentence : undefined,
    value: typed,
    onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
  };
  return (
    <FormDialog
      title={say('Please confirm that it is you')}
      action={say('Confirm')}
      busyLabel={say('Confirming...')}
      isBusy={busyWith === 'field'}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        {say('You signed in more than ten minutes ago. Please confirm again to do this.')}
      </p>
      {problem?.ofField === false && (
        <Alert tone="danger" isLive>
          {problem.sentence}
        </Alert>
      )}
      {takesCode ? (
        <TextField
          {...field}
          label={say('Authentication code')}
          help={say('From your authenticator app, or a recovery code')}
          autoComplete="one-time-code"
          spellCheck={false}
        />
      ) : (
        <PasswordField {...field} label={say('Your password')} autoComplete="current-password" />
      )}
      {proofs.includes('passkey') && canUsePasskeys() && (
        <Button
          variant="secondary"
          wide
          isBusy={busyWith === 'passkey'}
          onClick={() => void attempt(async () => byPasskey(repeat), 'passkey')}
        >
          {say('Use a passkey instead')}
        </Button>
      )}
    </FormDialog>
  );
}

/** A passkey challenge is valid for one answer, so each attempt requests a new challenge. */
async function byPasskey<Answer>(repeat: RepeatWithProof<Answer>): Promise<Answer> {
  const { askForPasskey } = await import('../passkeys/ask-device.ts');
  try {
    return await repeat({});
  } catch (error) {
    const options = isRefused(error, 'step_up_required') ? error.passkeyOptions : undefined;
    if (options === undefined) throw error;
    return repeat({ passkey: await askForPasskey(options) });
  }
}

/**
 * Returns the problem that the dialog shows after a failed attempt; undefined if the failure does not concern the
 * proof.
 */
function problemOf(error: unknown, by: 'field' | 'passkey', takesCode: boolean): Problem | undefined {
  const sentence = sentenceOf(error);
  if (error instanceof Error && error.name === 'NoPasskey')
    return { ofField: false, sentence: error.message };
  if (isRefused(error, takesCode ? 'verification_code_invalid' : 'password_wrong'))
    return by === 'field' ? { ofField: true, sentence } : undefined;
  const isOfProof = ['passkey_wrong', 'too_many_requests', 'step_up_required', 'password_reset_needed'];
  return isOfProof.some((code) => isRefused(error, code)) ? { ofField: false, sentence } : undefined;
}

function isRefused(error: unknown, code: string): error is CallRefused {
  return error instanceof CallRefused && error.code === code;
}
