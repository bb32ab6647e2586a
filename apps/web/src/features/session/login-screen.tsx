import { Link, useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { Alert } from '../../ui/alert.tsx';
import { Door } from './door.tsx';
import { loginFailed } from './login-failed.ts';
import { LoginForm } from './login-form.tsx';
import type { Typed } from './login-form.tsx';

export function LoginScreen() {
  const { notice } = useSearch({ from: '/login' });
  return (
    <Door
      title="Sign in"
      intro={
        <>
          New here? <Link to="/register">Create an account</Link>
        </>
      }
    >
      {notice === 'verify-email' && (
        <Alert tone="success" isLive>
          <b className="strong">Account Created!</b> We have sent a verification link to your email. Please
          check your inbox, then sign in.
        </Alert>
      )}
      <LoginForm
        nameField={{ label: 'Email', type: 'email' }}
        prepare={contract}
        signIn={signIn}
        onFailed={loginFailed}
        forgotLink={
          <Link className="small" to="/forgot-password">
            Forgot password?
          </Link>
        }
      />
      <p className="tiny muted centred">
        Merchant? <Link to="/merchant/login">Sign in with your merchant code</Link>
      </p>
    </Door>
  );
}

const contract = () => import('@zawadi/contract/auth');

async function signIn({ name, password, rememberMe }: Typed) {
  const { login } = await contract();
  return call(login, { body: { email: name, password, rememberMe } });
}
