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
  /** Number of items on the tab's page that wait for an administrator; 0 shows no count. */
  count?: number | undefined;
  /** Since when the oldest of these items has waited. */
  oldestAt?: string | undefined;
};

/** Age of the oldest waiting item. */
function Age({ since }: { since: string }) {
  return (
    <>
      <span aria-hidden="true"> · </span>
      <span className="sr">{say(', the oldest for ')}</span>
      {ageText(new Date(since))}
    </>
  );
}

/**
 * Keeps the current tab visible in a scrolling list of tabs.
 * @returns the ref of the list
 */
export function useCurrentInSight() {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    if (!current || !list.current) return undefined;
    // Runs at once, when a count arrives late and widens the tab, and when the phone is rotated.
    const observer = new ResizeObserver(() => current.scrollIntoView({ inline: 'center', block: 'nearest' }));
    observer.observe(current);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  return list;
}

/** Tabs of one section. On phones, they scroll to the current tab. */
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
