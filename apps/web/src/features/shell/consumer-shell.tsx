import { Link, useRouterState } from '@tanstack/react-router';
import { Gift, LayoutDashboard, Ticket, Wallet, type LucideIcon } from 'lucide-react';
import { formatMsisdn } from '@zawadi/contract/format';
import type { User } from '@zawadi/contract/users';
import { useLive } from '../../api/live-updates/live.ts';
import { say, type Phrase } from '../../i18n/say.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { RichText } from '../../i18n/rich-text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useIsOnline } from '../../ui/use-online.ts';
import { useKeepPush } from '../messages/use-keep-push.ts';
import { useSession, useUser } from '../session/session.tsx';
import { keepOnAccount } from './account-language.ts';
import { Frame } from './frame.tsx';
import { PagePending } from './page-pending.tsx';

/** The consumer's menu, in the order of the sidebar. */
const menu = [
  { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/dashboard/buy-gifts', label: 'Buy Gift Cards', icon: Gift },
  { to: '/dashboard/redeem', label: 'Redeem', icon: Ticket },
  { to: '/dashboard/wallet', label: 'My Wallet', icon: Wallet },
] as const satisfies readonly { to: string; label: Phrase; icon: LucideIcon }[];

/** Frame around all screens of consumers. */
export function ConsumerShell() {
  const { user } = useSession();
  // Between the end of a session and the sign-in page, React renders once without a user.
  return user === undefined ? <PagePending /> : <ConsumerFrame />;
}

function ConsumerFrame() {
  useLive();
  useKeepPush(useUser());
  return (
    <Frame
      area="consumer"
      home={{ to: '/dashboard', label: say('Dashboard'), ownLabel: say('Home') }}
      menu={menu.map(({ label, ...entry }) => ({ ...entry, label: say(label) }))}
      pageName={(pathname) => say(pageName(pathname))}
      Who={Profile}
      tools={<LanguageSwitch onChosen={keepOnAccount} />}
      banner={
        <>
          <OfflineBanner />
          <VerificationBanner />
        </>
      }
    />
  );
}

function Profile({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const user = useUser();
  const fullName = `${user.firstName} ${user.lastName}`;
  return (
    <Link className="who" to="/dashboard/profile" onClick={onNavigate}>
      <Avatar name={fullName} pictureUrl={user.pictureUrl} />
      <span className="sr">{say('Profile of ')}</span>
      <span className="t">
        <b>{fullName}</b>
        <span>{user.email || formatMsisdn(user.phoneNumber)}</span>
      </span>
    </Link>
  );
}

/** Shows that there is no network; disappears when the network is back. */
function OfflineBanner() {
  if (useIsOnline()) return null;
  return (
    <Alert tone="warn" isLive>
      <RichText text="<b>You are offline.</b> This page may be out of date, and nothing is sent until you are back online." />
    </Alert>
  );
}

/** Returns a page's name for the breadcrumbs. */
export function pageName(pathname: string): Phrase {
  const path = pathname.replace(/\/$/u, '');
  if (path === '/dashboard/profile') return 'Profile';
  if (path === '/dashboard/support') return 'Support';
  if (path === '/dashboard/transactions') return 'Transaction History';
  if (path.startsWith('/dashboard/transactions/')) return 'Payment';
  return menu.find(({ to }) => to === path)?.label ?? 'Dashboard';
}

/** Banner that links to the profile while a contact is unverified. Not shown on the profile, which has more details. */
function VerificationBanner() {
  const user = useUser();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const missing = unverified(user);
  if (missing === undefined || pathname.startsWith('/dashboard/profile')) return null;
  // Without a verified phone, most pages are closed. Without a verified email, only account recovery is missing.
  if (missing === 'email')
    return (
      <Alert tone="warn">
        <RichText
          text="<b>Confirm your email</b> so you can always get back into your account. <link>Confirm now</link>"
          link={<Link to="/dashboard/profile" />}
        />
      </Alert>
    );
  return (
    <Alert tone="warn">
      <RichText
        text={`<b>Please verify your ${missing}.</b> You can then buy, claim and withdraw. <link>Verify now</link>`}
        link={<Link to="/dashboard/profile" />}
      />
    </Alert>
  );
}

/** Returns which contacts are unverified; undefined if all are verified. */
export function unverified({
  email,
  phoneVerified,
  emailVerified,
}: Pick<User, 'email' | 'phoneVerified' | 'emailVerified'>):
  | 'email'
  | 'phone number'
  | 'phone number and email'
  | undefined {
  if (phoneVerified) return emailVerified || email === '' ? undefined : 'email';
  return emailVerified ? 'phone number' : 'phone number and email';
}
