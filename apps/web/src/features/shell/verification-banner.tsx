import { Link, useRouterState } from '@tanstack/react-router';
import type { User } from '@zawadi/contract/users';
import { RichText } from '../../i18n/rich-text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useUser } from '../session/session.tsx';

/** Leads to the profile while something is still to be verified; the profile itself says it better. */
export function VerificationBanner() {
  const user = useUser();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const missing = unverified(user);
  if (missing === undefined || pathname.startsWith('/dashboard/profile')) return null;
  return (
    <Alert tone="warn">
      <RichText
        text={`<b>Please verify your ${missing}.</b> Buying, claiming and withdrawing open after that. <link>Verify now</link>`}
        link={<Link to="/dashboard/profile" />}
      />
    </Alert>
  );
}

/** What is still to be verified, in words; undefined when nothing is. */
export function unverified({
  phoneVerified,
  emailVerified,
}: Pick<User, 'phoneVerified' | 'emailVerified'>):
  | 'email'
  | 'phone number'
  | 'phone number and email'
  | undefined {
  if (phoneVerified) return emailVerified ? undefined : 'email';
  return emailVerified ? 'phone number' : 'phone number and email';
}
