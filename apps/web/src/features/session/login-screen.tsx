import { Link, useSearch } from '@tanstack/react-router';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { Door } from './door.tsx';
import { GiftReason } from './gift-reason.tsx';
import { ConsumerLogin } from './login-consumer.tsx';
import { sessionStore } from './session-store.ts';

export function LoginScreen() {
  const { notice, from } = useSearch({ from: '/login' });
  const session = sessionStore.read();
  return (
    <Door
      title={say('Sign in')}
      intro={
        <RichText
          text="New here? <link>Create an account</link>"
          link={<Link to="/register" search={from === undefined ? {} : { from }} />}
        />
      }
    >
      <GiftReason from={from} />
      {session.status === 'signed-out' && session.hasEnded === true && (
        <Alert isLive>{say('Your session has ended. Please sign in again.')}</Alert>
      )}
      {notice === 'verify-email' && (
        <Alert tone="success" isLive>
          <RichText text="<b>Account Created!</b> We have sent a verification link to your email. Please check your inbox, then sign in." />
        </Alert>
      )}
      <ConsumerLogin />
      <p className="tiny muted centred">
        <RichText text="Lost your phone? <link>Freeze your wallet</link>" link={<Link to="/freeze" />} />
      </p>
      <p className="tiny muted centred">
        <RichText
          text="Merchant? <link>Sign in with your merchant code</link>"
          link={<Link to="/merchant/login" />}
        />
      </p>
    </Door>
  );
}
