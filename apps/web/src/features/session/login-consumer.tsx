import { Link, useRouterState } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { loginFailed } from './login-failed.ts';
import { LoginForm } from './login-form.tsx';
import type { Typed } from './login-form.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Email of an account that was just created in this tab. */
    email?: string;
    /** Whether "Add to wallet" was clicked on a gift page. */
    isClaiming?: boolean;
  }
}

/**
 * Consumers' sign-in, on its own page and within claiming a gift. A verified phone number works instead of the email.
 */
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

// Rough check for an email or a phone number; the server checks exactly.
const NAME = String.raw`.+@.+|[+\d\s\-]{9,}`;

const contract = () => import('@zawadi/contract/users');

async function signIn({ name, ...typed }: Typed) {
  const { login } = await contract();
  return call(login, { body: { email: name, ...typed } });
}
