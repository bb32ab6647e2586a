import { Link } from '@tanstack/react-router';
import { call, sentenceOf } from '../../api/call.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { toast } from '../../ui/toast.tsx';
import { Door } from './door.tsx';
import { LoginForm } from './login-form.tsx';
import type { Typed } from './login-form.tsx';

export function MerchantLoginScreen() {
  return (
    <Door area="merchant" title={say('Merchant sign in')} saying={say('Gifts, spent at your till.')}>
      <LoginForm
        nameField={{
          label: say('Merchant code'),
          autoCapitalize: 'characters',
          spellCheck: false,
          placeholder: 'DUKA001',
        }}
        prepare={contract}
        signIn={signIn}
        area="merchant"
        onFailed={(error) => toast.error(sentenceOf(error, say('Failed to login')))}
        forgotLink={
          <Link className="small" to="/merchant/forgot-password">
            {say('Forgot password?')}
          </Link>
        }
      />
      <p className="tiny muted centred">
        <RichText text="Need help? <link>Merchant support</link>" link={<Link to="/support" />} />
        {' · '}
        <a href="/developers">{say('Developers')}</a>
      </p>
    </Door>
  );
}

const contract = () => import('@zawadi/contract/merchants');

async function signIn({ name, ...typed }: Typed) {
  const { merchantLogin } = await contract();
  return call(merchantLogin, { body: { merchantCode: name, ...typed } });
}
