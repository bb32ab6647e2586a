import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { TokenPair } from '@zawadi/contract/auth';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import type { FieldText, InputProps } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { focusFirst, problemsOf } from './login-problems.ts';
import type { LoginProblems } from './login-problems.ts';
import { useSession } from './session.tsx';

export type Typed = { name: string; password: string; rememberMe: boolean };

type LoginFormProps = {
  /** The field that says who. */
  nameField: Pick<FieldText, 'label'> & InputProps;
  /** Fetches what the call needs, while the person types. */
  prepare: () => Promise<unknown>;
  signIn: (typed: Typed) => Promise<TokenPair>;
  onFailed: (error: unknown) => void;
  forgotLink?: ReactNode;
};

/**
 * The form of all three logins. It is the first thing that a new phone loads, so it does without the form library
 * and asks for the contract's schemas only once somebody begins to type.
 */
export function LoginForm({ nameField, prepare, signIn, onFailed, forgotLink }: LoginFormProps) {
  const session = useSession();
  const [problems, setProblems] = useState<LoginProblems>({});
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = problemsOf(form);
    setProblems(found);
    if (isBusy || focusFirst(form, found)) return;
    setBusy(true);
    try {
      await session.signIn(await signIn(typedIn(form)));
      toast.success(say('Login successful!'));
    } catch (error) {
      onFailed(error);
    } finally {
      setBusy(false);
    }
  };
  const begin = () => void prepare().catch(() => undefined);
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        {...nameField}
        name="name"
        autoComplete="username"
        required
        error={problems.name}
        onFocus={begin}
      />
      <PasswordField
        label={say('Password')}
        name="password"
        required
        error={problems.password}
        onFocus={begin}
      />
      <div className="spread">
        <Checkbox label={say('Remember me')} name="rememberMe" />
        {forgotLink}
      </div>
      <Button type="submit" wide isBusy={isBusy} busyLabel={say('Signing in...')}>
        {say('Sign In')}
      </Button>
    </form>
  );
}

function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form);
  const text = (field: string) => {
    const value = data.get(field);
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), password: text('password'), rememberMe: data.has('rememberMe') };
}
