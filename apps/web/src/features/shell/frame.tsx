import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { ChevronRight, Menu, PanelLeft } from 'lucide-react';
import type { ComponentType, CSSProperties, ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ThemeButton } from '../../ui/theme-button.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { useSidebar } from './sidebar-state.ts';
import { SidebarContent } from './sidebar.tsx';
import { SlideOver } from './slide-over.tsx';

export type FrameProps = {
  area: 'consumer' | 'merchant' | 'admin';
  /** The first crumb, on the page it leads to and on all others. */
  home: { to: MenuEntry['to']; label: string; ownLabel: string };
  menu: readonly MenuEntry[];
  /** The name of the page at an address, for the last crumb. */
  pageName: (pathname: string) => string;
  /** Who is signed in, at the foot of the menu. */
  Who: ComponentType<{ onNavigate: (() => void) | undefined }>;
  /** More tools in the top bar. */
  tools?: ReactNode;
  /** Above every screen. */
  banner?: ReactNode;
  /** The brand of the area. */
  style?: CSSProperties & Record<`--${string}`, string>;
};

/** Selvage, menu, top bar and content: the frame around every screen of an area. */
export function Frame({ area, home, menu, pageName, Who, tools, banner, style }: FrameProps) {
  const sidebar = useSidebar();
  const content = (onNavigate?: () => void) => (
    <SidebarContent home={home.to} menu={menu} onNavigate={onNavigate}>
      <Who onNavigate={onNavigate} />
    </SidebarContent>
  );
  return (
    <div data-area={area} style={style}>
      <a className="skip-link" href="#content">
        {say('Skip to content')}
      </a>
      <div className="selvage" aria-hidden="true" />
      <div className="shell" data-sidebar={sidebar.look}>
        <aside className="sidebar" aria-label={say('Sidebar')}>
          {content()}
        </aside>
        <SlideOver isOpen={sidebar.isOverOpen} onClose={sidebar.close}>
          {content(sidebar.close)}
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
            <Breadcrumbs home={home} pageName={pageName} />
            {tools}
            <ThemeButton />
          </header>
          <main className="main" id="content" tabIndex={-1}>
            {banner}
            <Outlet />
          </main>
        </div>
      </div>
    </div>
  );
}

function Breadcrumbs({ home, pageName }: Pick<FrameProps, 'home' | 'pageName'>) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const isHome = pathname.replace(/\/$/u, '') === home.to;
  return (
    <nav className="crumbs" aria-label={say('Breadcrumb')}>
      <span>
        <Link to={home.to}>{isHome ? home.ownLabel : home.label}</Link>
        <Icon of={ChevronRight} />
      </span>
      <b aria-current="page">{pageName(pathname)}</b>
    </nav>
  );
}
