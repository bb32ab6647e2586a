import { Link, useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { Door } from './door.tsx';
import { loginFailed } from './login-failed.ts';
import { LoginForm } from './login-form.tsx';
import type { Typed } from './login-form.tsx';

export function LoginScreen() {
  const { notice } = useSearch({ from: '/login' });
  return (
    <Door
      title={say('Sign in')}
      intro={<RichText text="New here? <link>Create an account</link>" link={<Link to="/register" />} />}
    >
      {notice === 'verify-email' && (
        <Alert tone="success" isLive>
          <RichText text="<b>Account Created!</b> We have sent a verification link to your email. Please check your inbox, then sign in." />
        </Alert>
      )}
      <LoginForm
        nameField={{ label: say('Email'), type: 'email' }}
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
      <p className="tiny muted centred">
        <RichText
          text="Merchant? <link>Sign in with your merchant code</link>"
          link={<Link to="/merchant/login" />}
        />
      </p>
    </Door>
  );
}

const contract = () => import('@zawadi/contract/users');

async function signIn({ name, ...typed }: Typed) {
  const { login } = await contract();
  return call(login, { body: { email: name, ...typed } });
}
