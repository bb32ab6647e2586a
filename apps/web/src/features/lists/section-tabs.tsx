import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { say } from '../../i18n/say.ts';
import { ageText } from '../../ui/time-text.ts';
import './section-tabs.css';

export type SectionTab = {
  to: NonNullable<LinkProps['to']>;
  label: string;
  isExact?: boolean;
  /** Number of items there that wait for a person; 0 shows no count. */
  count?: number | undefined;
  /** Since when the oldest of them has waited. */
  oldestAt?: string | undefined;
};

/** Age of the oldest one. */
function Age({ since }: { since: string }) {
  return (
    <>
      <span aria-hidden="true"> · </span>
      <span className="sr">{say(', the oldest for ')}</span>
      {ageText(new Date(since))}
    </>
  );
}

/** Keeps the current tab of a scrolling list in view. @returns the ref of the list */
export function useCurrentInSight() {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    if (!current || !list.current) return undefined;
    // Fires at once, when a late count widens the tab, and when the window is rotated.
    const observer = new ResizeObserver(() => current.scrollIntoView({ inline: 'center', block: 'nearest' }));
    observer.observe(current);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  return list;
}

/** Tabs of one section; on phones they scroll, with the current one in view. */
export function SectionTabs({ label, tabs }: { label: string; tabs: readonly SectionTab[] }) {
  const list = useCurrentInSight();
  return (
    <nav aria-label={label}>
      <ul className="section-tabs" ref={list}>
        {tabs.map(({ to, label: name, isExact = false, count = 0, oldestAt }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: isExact, includeSearch: false }}>
              {name}
              {count > 0 && (
                <span className="tab-count num">
                  {count.toLocaleString('en-KE')}
                  {oldestAt !== undefined && <Age since={oldestAt} />}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
