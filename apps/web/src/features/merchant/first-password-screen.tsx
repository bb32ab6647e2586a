import { FirstPasswordForm } from '../first-password/first-password-form.tsx';
import { Door } from '../session/door.tsx';
import { useSession } from '../session/session.tsx';

/** Where a merchant's staff replaces a temporary password. */
export function FirstPasswordScreen() {
  const { merchant } = useSession();
  return (
    <Door
      area="merchant"
      title="Choose your own password"
      saying="Gifts, spent at your till."
      intro={`The one you were given for ${merchant?.businessName ?? 'your business'} was for the first sign-in only.`}
    >
      <FirstPasswordForm />
    </Door>
  );
}
