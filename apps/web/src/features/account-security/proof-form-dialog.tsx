import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import type { ButtonLook } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { resolverOf } from '../forms/typed-fields.ts';
import { proofProblems, refusedField } from './proof-form.ts';
import type { Proof } from './proof-form.ts';

export type ProofDialogProps = {
  title: string;
  /** Explains the effect of the action. */
  children?: ReactNode;
  action: string;
  busyLabel: string;
  variant?: ButtonLook['variant'];
  /** Whether to ask also for a code of the second factor. */
  needsCode: boolean;
  prove: (proof: Proof) => Promise<void>;
  /** Shows refusals that concern no field; default: a toast. */
  onRefused?: (error: unknown) => void;
  onClose: () => void;
};

/** Asks for the password before an action that only the owner may do; also for a code if the second factor is on. */
export function ProofFormDialog({
  needsCode,
  prove,
  onRefused,
  onClose,
  children,
  ...words
}: ProofDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm<Proof>({
    defaultValues: { password: '', otp: '' },
    resolver: resolverOf((typed: Proof) => proofProblems(typed, needsCode)),
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (proof) => {
    try {
      await prove(proof);
    } catch (error) {
      const field = refusedField(error);
      if (field !== undefined) setError(field, { message: sentenceOf(error) }, { shouldFocus: true });
      else if (onRefused !== undefined) onRefused(error);
      else toast.error(sentenceOf(error));
    }
  });
  return (
    <FormDialog {...words} isBusy={isSubmitting} onSubmit={(event) => void submit(event)} onClose={onClose}>
      {children}
      <PasswordField label={say('Password')} error={errors.password?.message} {...register('password')} />
      {needsCode && (
        <TextField
          label={say('Authentication code')}
          help={say('From your authenticator app, or a recovery code')}
          autoComplete="one-time-code"
          spellCheck={false}
          error={errors.otp?.message}
          {...register('otp')}
        />
      )}
    </FormDialog>
  );
}
