import { lazy, Suspense, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { SignedIn } from '@zawadi/contract/users';
import type { PasskeyRequest } from '@zawadi/contract/passkey-options';
import type { PasskeyAnswer } from '@zawadi/contract/webauthn';
import { keepDeviceToken, readDeviceToken } from '../../api/device-token.ts';
import { prepareSeal } from '../../api/sealed-storage.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField, type FieldText, type InputProps } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { CallRefused } from '../../api/call.ts';
import type { Area } from './passkey-sign-in.tsx';
import { useSession } from './session.tsx';

type LoginProblems = { name?: string; password?: string; otp?: string };

const FIELDS = ['name', 'password', 'otp'] as const;

// Loaded after the form. If loading fails, people sign in with the password.
const PasskeyPart = lazy(() =>
  import('./passkey-sign-in.tsx').then(
    (loaded) => ({ default: loaded.PasskeyPart }),
    () => ({ default: () => null }),
  ),
);

/** Typed values; `otp` is set after the server asked for a second factor. */
export type Typed = {
  name: string;
  password: string;
  rememberMe: boolean;
  otp: string | undefined;
  /** Passkey sent instead of `otp`. */
  passkey?: PasskeyAnswer;
  deviceToken: string | undefined;
};

type LoginFormProps = {
  /** Field that identifies the user. */
  nameField: Pick<FieldText, 'label' | 'help'> & InputProps;
  /** Loads the code that the API call needs, while the person types. */
  prepare: () => Promise<unknown>;
  signIn: (typed: Typed) => Promise<SignedIn>;
  /** Area of the sign-in; the form refuses a passkey of another area. */
  area: Area;
  onFailed: (error: unknown) => void;
  forgotLink?: ReactNode;
};

/**
 * The form of all three sign-in pages. A new phone loads this form first, so it has no form library. It loads the
 * contract's schemas only when the user types.
 */
export function LoginForm(props: LoginFormProps) {
  const { nameField, prepare, signIn, area, onFailed, forgotLink } = props;
  const session = useSession();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<LoginProblems>({});
  const [isBusy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [takesPasskey, setTakesPasskey] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typing = event.currentTarget;
    const found = problemsOf(typing);
    setProblems(found);
    if (isBusy || focusFirst(typing, found)) return;
    setBusy(true);
    toast.clear();
    try {
      await welcome(await signIn(typedIn(typing)));
    } catch (error) {
      if (isCodeRefused(error)) refuseCode(typing);
      else if (isCodeMissing(error)) {
        setNeedsCode(true);
        setTakesPasskey(error.passkeyOptions !== undefined);
      } else onFailed(error);
    } finally {
      setBusy(false);
    }
  };
  const welcome = async (signedIn: SignedIn) => {
    await keepDeviceToken(signedIn);
    await session.signIn(signedIn);
    toast.success(say('Login successful!'));
  };
  const signInWithPasskey = async (passkey?: PasskeyAnswer): Promise<PasskeyRequest | undefined> => {
    if (form.current === null) return undefined;
    const { otp: _otp, ...typed } = typedIn(form.current);
    try {
      await welcome(await signIn({ ...typed, otp: undefined, ...(passkey && { passkey }) }));
      return undefined;
    } catch (error) {
      if (passkey === undefined && isCodeMissing(error)) return error.passkeyOptions;
      throw error;
    }
  };
  const refuseCode = (form: HTMLFormElement) => {
    const refused = { otp: say('Invalid verification code') };
    setProblems(refused);
    focusFirst(form, refused);
  };
  const begin = () => void Promise.all([prepare(), prepareSeal()]).catch(() => undefined);
  return (
    <>
      <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          {...nameField}
          name="name"
          autoComplete="username webauthn"
          required
          error={problems.name}
          onFocus={begin}
          onChange={() => setNeedsCode(false)}
        />
        <PasswordField
          label={say('Password')}
          name="password"
          required
          error={problems.password}
          onFocus={begin}
        />
        {needsCode && (
          <TextField
            ref={focus}
            label={say('Authentication code')}
            help={say('From your authenticator app, or a recovery code')}
            name="otp"
            autoComplete="one-time-code"
            spellCheck={false}
            required
            error={problems.otp}
          />
        )}
        <div className="spread">
          <Checkbox label={say('Remember me')} name="rememberMe" />
          {forgotLink}
        </div>
        <Button type="submit" wide isBusy={isBusy} busyLabel={say('Signing in...')}>
          {say('Sign In')}
        </Button>
      </form>
      {(!needsCode || takesPasskey) && 'PublicKeyCredential' in window && (
        <Suspense
          fallback={
            <Button variant="secondary" wide disabled>
              {say('Continue with a passkey')}
            </Button>
          }
        >
          <PasskeyPart
            instead={needsCode ? signInWithPasskey : undefined}
            area={area}
            isRemembered={() => form.current !== null && typedIn(form.current).rememberMe}
            onSignedIn={welcome}
            onFailed={onFailed}
          />
        </Suspense>
      )}
    </>
  );
}

// Keep this function stable across renders, so that a field takes the focus only when it appears.
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form);
  const text = (field: string) => {
    const value = data.get(field);
    return typeof value === 'string' ? value : '';
  };
  return {
    name: text('name'),
    password: text('password'),
    rememberMe: data.has('rememberMe'),
    otp: text('otp') || undefined,
    deviceToken: readDeviceToken(),
  };
}

/** Returns the browser's validation problems as our own sentences. */
function problemsOf(form: HTMLFormElement): LoginProblems {
  const problems: LoginProblems = {};
  for (const field of FIELDS) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement && !input.validity.valid) problems[field] = sentenceFor(input);
  }
  return problems;
}

/** Focuses the first invalid field. Returns true if there is one. */
function focusFirst(form: HTMLFormElement, problems: LoginProblems): boolean {
  const first = FIELDS.find((field) => problems[field] !== undefined);
  const input = first === undefined ? null : form.elements.namedItem(first);
  if (input instanceof HTMLInputElement) input.focus();
  return first !== undefined;
}

/** Returns whether the password was right, but a code of the second factor is missing. */
function isCodeMissing(error: unknown): error is CallRefused {
  return error instanceof CallRefused && error.code === 'otp_required';
}

/** Returns whether the sent code is wrong, used or malformed. */
function isCodeRefused(error: unknown): boolean {
  if (!(error instanceof CallRefused)) return false;
  return error.code === 'otp_invalid' || error.fields.some(({ path }) => /^(?:body\.)?otp$/u.test(path));
}

function sentenceFor(input: HTMLInputElement): string {
  if (input.name === 'otp') return say('Invalid verification code');
  if (input.name === 'password') return say('Please enter your password');
  if (input.inputMode !== 'email' && input.type !== 'email') return say('Please enter your merchant code');
  return input.validity.valueMissing
    ? say('Please enter your email')
    : say('Please enter a valid email address');
}
