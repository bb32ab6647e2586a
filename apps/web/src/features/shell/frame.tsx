import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { ChevronRight, LogOut, Menu, PanelLeft, X } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { say } from '../../i18n/say.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useShownTitle } from '../../ui/page-title.tsx';
import { ThemeButton } from '../../ui/theme-button.tsx';
import { DESK, PHONE, useMedia } from '../../ui/use-media.ts';
import { useSession } from '../session/session.tsx';
import type { MenuEntry } from './menu-entry.ts';
import '../../styles/sidebar-layer.css';
import '../../styles/signed-in-layer.css';

/** `auto`: a strip of icons on tablets and the whole sidebar on desktops, until the person chooses. */
type SidebarChoice = 'auto' | 'expanded' | 'collapsed';

const COOKIE = 'zawadi_sidebar';
const COOKIE_LIFETIME_SECONDS = 604_800;

export type FrameProps = {
  area: 'consumer' | 'merchant' | 'admin';
  /** The first breadcrumb. `ownLabel` is its label on the home page itself. */
  home: { to: MenuEntry['to']; label: string; ownLabel: string };
  menu: readonly MenuEntry[];
  /** Returns the name of the page at a path, for the last breadcrumb. */
  pageName: (pathname: string) => string;
  /** Returns the menu page to which a path belongs. Pages below it take their own breadcrumb from their title. */
  section?: (pathname: string) => Pick<MenuEntry, 'to' | 'label'> | undefined;
  /** Shows the signed-in person at the foot of the menu. */
  Who: ComponentType<{ onNavigate: (() => void) | undefined }>;
  /** Further buttons in the top bar. */
  tools?: ReactNode;
  /** Shown above every screen. */
  banner?: ReactNode;
  /** Brand colours of the area. */
  style?: CSSProperties & Record<`--${string}`, string>;
};

/** Frame around every screen of an area: selvage, menu, top bar and content. */
export function Frame({ area, home, menu, pageName, section, Who, tools, banner, style }: FrameProps) {
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
            <Breadcrumbs home={home} pageName={pageName} section={section} />
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

/** Marks a breadcrumb as current only on its own page, not on pages below that page. */
const EXACTLY = { exact: true } as const;

type BreadcrumbsProps = Pick<FrameProps, 'home' | 'pageName'> & { section: FrameProps['section'] };

function Breadcrumbs({ home, pageName, section }: BreadcrumbsProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const title = useShownTitle();
  const above = section?.(pathname);
  const isHome = pathname.replace(/\/$/u, '') === home.to;
  const isBelow = above !== undefined && title !== undefined && title !== above.label;
  return (
    <nav className={isBelow ? 'crumbs below' : 'crumbs'} aria-label={say('Breadcrumb')}>
      <span>
        <Link to={home.to} activeOptions={EXACTLY}>
          {isHome ? home.ownLabel : home.label}
        </Link>
        <Icon of={ChevronRight} />
      </span>
      {isBelow && (
        <span>
          <Link to={above.to} activeOptions={EXACTLY}>
            {above.label}
          </Link>
          <Icon of={ChevronRight} />
        </span>
      )}
      <b aria-current="page">{isBelow ? title : pageName(pathname)}</b>
    </nav>
  );
}

type SlideOverProps = { isOpen: boolean; onClose: () => void; children: ReactNode };

/** The menu on phones: a modal panel from the left. Escape, a click outside, or choosing a page closes it. */
function SlideOver({ isOpen, onClose, children }: SlideOverProps) {
  const panel = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && panel.current?.open === false) panel.current.showModal();
    if (!isOpen) panel.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={panel}
      className="slide-over"
      aria-label={say('Menu')}
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === panel.current) onClose();
      }}
    >
      {isOpen && (
        <div className="sidebar">
          {children}
          <IconButton className="slide-over-close" label={say('Close menu')} onClick={onClose}>
            <Icon of={X} />
          </IconButton>
        </div>
      )}
    </dialog>
  );
}

type SidebarContentProps = {
  home: MenuEntry['to'];
  menu: readonly MenuEntry[];
  onNavigate: (() => void) | undefined;
  children: ReactNode;
};

/** Logo, menu, signed-in person and Logout; shared by the sidebar and the sliding panel. */
function SidebarContent({ home, menu, onNavigate, children }: SidebarContentProps) {
  const { signOut } = useSession();
  return (
    <>
      <Link className="logo" to={home} onClick={onNavigate}>
        <img src="/cloth/mark.svg" alt="" width="32" height="32" />
        <span className="t">Zawadi</span>
      </Link>
      <nav aria-label={say('Main')}>
        <ul className="nav">
          {menu.map(({ to, label, icon, count = 0, countOf }) => (
            <li key={to} data-tip={label}>
              <Link to={to} activeOptions={{ exact: to === home, includeSearch: false }} onClick={onNavigate}>
                <Icon of={icon} />
                <span className="t">{label}</span>
                {count > 0 && (
                  <span className="badge warn num" title={countOf}>
                    {count}
                    {countOf !== undefined && <span className="sr"> {countOf}</span>}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="foot">
        {children}
        <ul className="nav">
          <li data-tip={say('Logout')}>
            <button type="button" onClick={() => void signOut()}>
              <Icon of={LogOut} />
              <span className="t">{say('Logout')}</span>
            </button>
          </li>
        </ul>
      </div>
    </>
  );
}

/** Returns the sidebar's state: expanded or a strip, or a sliding panel on phones. Ctrl+B or Cmd+B toggles it. */
function useSidebar() {
  const [choice, setChoice] = useState<SidebarChoice>(remembered);
  const [isOverOpen, setOverOpen] = useState(false);
  const isDesk = useMedia(DESK);
  const look = isExpanded(choice, isDesk) ? 'expanded' : 'collapsed';
  const toggle = useCallback(() => {
    if (matchMedia(PHONE).matches) return setOverOpen((isOpen) => !isOpen);
    const next = look === 'expanded' ? 'collapsed' : 'expanded';
    document.cookie = `${COOKIE}=${next}; path=/; max-age=${COOKIE_LIFETIME_SECONDS}; samesite=lax`;
    setChoice(next);
  }, [look]);
  const close = useCallback(() => setOverOpen(false), []);
  useShortcut(toggle);
  return { look, isOverOpen, toggle, close } as const;
}

function useShortcut(toggle: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isModified = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (event.key.toLowerCase() !== 'b' || !isModified) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [toggle]);
}

export function isExpanded(choice: SidebarChoice, isDesk: boolean): boolean {
  return choice === 'auto' ? isDesk : choice === 'expanded';
}

/** Reads the sidebar's state from a cookie header or from `document.cookie`. */
export function choiceIn(cookies: string): SidebarChoice {
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  return value === 'expanded' || value === 'collapsed' ? value : 'auto';
}

function remembered(): SidebarChoice {
  return choiceIn(document.cookie);
}
