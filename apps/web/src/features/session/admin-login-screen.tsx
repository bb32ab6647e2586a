import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { Door } from './door.tsx';
import { loginFailed } from './login-failed.ts';
import { LoginForm } from './login-form.tsx';
import type { Typed } from './login-form.tsx';
import { sessionStore } from './session-store.ts';

export function AdminLoginScreen() {
  const session = sessionStore.read();
  return (
    <Door area="admin" title={say('Administration')} saying={say('Every shilling in its place.')}>
      {session.status === 'signed-out' && session.whyEnded !== undefined && (
        <Alert isLive>{session.whyEnded}</Alert>
      )}
      <LoginForm
        nameField={{ label: say('Email'), type: 'email' }}
        prepare={contract}
        signIn={signIn}
        area="admin"
        onFailed={loginFailed}
        forgotLink={
          <Link className="small" to="/forgot-password" search={{ login: '/admin/login' }}>
            {say('Forgot password?')}
          </Link>
        }
      />
    </Door>
  );
}

const contract = () => import('@zawadi/contract/administrators');

async function signIn({ name, ...typed }: Typed) {
  const { adminLogin } = await contract();
  return call(adminLogin, { body: { email: name, ...typed } });
}
