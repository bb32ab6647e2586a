import { say } from '../../i18n/say.ts';
import { FirstPasswordForm } from '../first-password/first-password-form.tsx';
import { Door } from '../session/door.tsx';
import { useSession } from '../session/session.tsx';

/** Screen on which a merchant's staff replace a temporary password. */
export function FirstPasswordScreen() {
  const { merchant } = useSession();
  return (
    <Door
      area="merchant"
      title={say('Choose your own password')}
      saying={say('Gifts, spent at your till.')}
      intro={
        merchant &&
        say('The password you were given for {shop} works for the first sign-in only.', {
          shop: merchant.businessName,
        })
      }
    >
      <FirstPasswordForm />
    </Door>
  );
}
