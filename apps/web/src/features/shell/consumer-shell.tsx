import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { ChevronRight, Menu, PanelLeft } from 'lucide-react';
import { useLive } from '../../api/live.ts';
import { say } from '../../i18n/say.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { ThemeButton } from '../../ui/theme-button.tsx';
import { useSession } from '../session/session.tsx';
import { keepOnAccount } from './account-language.ts';
import { pageName } from './menu.ts';
import { PagePending } from './page-pending.tsx';
import { useSidebar } from './sidebar-state.ts';
import { SidebarContent } from './sidebar.tsx';
import { SlideOver } from './slide-over.tsx';
import { VerificationBanner } from './verification-banner.tsx';

/** The frame around every consumer screen. */
export function ConsumerShell() {
  const { user } = useSession();
  // Between the end of a session and the login there is one frame without anybody.
  return user === undefined ? <PagePending /> : <Frame />;
}

function Frame() {
  useLive();
  const sidebar = useSidebar();
  return (
    <div data-area="consumer">
      <a className="skip-link" href="#content">
        {say('Skip to content')}
      </a>
      <div className="selvage" aria-hidden="true" />
      <div className="shell" data-sidebar={sidebar.look}>
        <aside className="sidebar" aria-label={say('Sidebar')}>
          <SidebarContent />
        </aside>
        <SlideOver isOpen={sidebar.isOverOpen} onClose={sidebar.close}>
          <SidebarContent onNavigate={sidebar.close} />
        </SlideOver>
        <div>
          <header className="topbar">
            <IconButton className="menu" label={say('Open menu')} onClick={sidebar.toggle}>
              <Icon of={Menu} />
            </IconButton>
            <IconButton
              className="strip"
              label={say('Toggle sidebar')}
              title={say('Toggle sidebar (Ctrl+B)')}
              onClick={sidebar.toggle}
            >
              <Icon of={PanelLeft} />
            </IconButton>
            <Breadcrumbs />
            <LanguageSwitch onChosen={keepOnAccount} />
            <ThemeButton />
          </header>
          <main className="main" id="content" tabIndex={-1}>
            <VerificationBanner />
            <Outlet />
          </main>
        </div>
      </div>
    </div>
  );
}

function Breadcrumbs() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const name = pageName(pathname);
  return (
    <nav className="crumbs" aria-label={say('Breadcrumb')}>
      <Link to="/dashboard">{say(name === 'Dashboard' ? 'Home' : 'Dashboard')}</Link>
      <Icon of={ChevronRight} />
      <b aria-current="page">{say(name)}</b>
    </nav>
  );
}
