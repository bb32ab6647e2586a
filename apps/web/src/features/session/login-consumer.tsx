import { Link, useRouterState } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { loginFailed } from './login-failed.ts';
import { LoginForm } from './login-form.tsx';
import type { Typed } from './login-form.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of the account that was just made in this tab. */
    email?: string;
    /** On the page of a gift "Add to wallet" was pressed. */
    isClaiming?: boolean;
  }
}

/** The sign-in of consumers, on its own page and within the claim of a gift. The verified number does for the address. */
export function ConsumerLogin() {
  const email = useRouterState({ select: ({ location }) => location.state.email });
  return (
    <LoginForm
      nameField={{
        label: say('Email'),
        help: say('Or the phone number you have verified'),
        inputMode: 'email',
        autoCapitalize: 'none',
        spellCheck: false,
        defaultValue: email,
        pattern: NAME,
      }}
      prepare={contract}
      signIn={signIn}
      area="consumer"
      onFailed={loginFailed}
      forgotLink={
        <Link className="small" to="/forgot-password">
          {say('Forgot password?')}
        </Link>
      }
    />
  );
}

// An address or a number, roughly; the server has the last word.
const NAME = String.raw`.+@.+|[+\d\s\-]{9,}`;

const contract = () => import('@zawadi/contract/users');

async function signIn({ name, ...typed }: Typed) {
  const { login } = await contract();
  return call(login, { body: { email: name, ...typed } });
}
