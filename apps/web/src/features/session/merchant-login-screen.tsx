import { Link } from '@tanstack/react-router';
import { call, sentenceOf } from '../../api/call.ts';
import { toast } from '../../ui/toast.tsx';
import { Door } from './door.tsx';
import { LoginForm } from './login-form.tsx';
import type { Typed } from './login-form.tsx';

export function MerchantLoginScreen() {
  return (
    <Door area="merchant" title="Merchant sign in" saying="Gifts, spent at your till.">
      <LoginForm
        nameField={{
          label: 'Merchant code',
          autoCapitalize: 'characters',
          spellCheck: false,
          placeholder: 'DUKA001',
        }}
        prepare={contract}
        signIn={signIn}
        onFailed={(error) => toast.error(sentenceOf(error, 'Failed to login'))}
      />
      <p className="tiny muted centred">
        Forgot your password, or need help? <Link to="/support">Merchant support</Link>
      </p>
    </Door>
  );
}

const contract = () => import('@zawadi/contract/merchants');

async function signIn({ name, password, rememberMe }: Typed) {
  const { merchantLogin } = await contract();
  return call(merchantLogin, { body: { merchantCode: name, password, rememberMe } });
}
