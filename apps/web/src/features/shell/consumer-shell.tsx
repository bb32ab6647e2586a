import { Link } from '@tanstack/react-router';
import { useLive } from '../../api/live.ts';
import { say } from '../../i18n/say.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { useKeepPush } from '../push/use-keep-push.ts';
import { useSession, useUser } from '../session/session.tsx';
import { keepOnAccount } from './account-language.ts';
import { Frame } from './frame.tsx';
import { menu, pageName } from './menu.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { PagePending } from './page-pending.tsx';
import { VerificationBanner } from './verification-banner.tsx';

/** The frame around every consumer screen. */
export function ConsumerShell() {
  const { user } = useSession();
  // Between the end of a session and the login there is one frame without anybody.
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
        <span>{user.email}</span>
      </span>
    </Link>
  );
}
