import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ageText } from '../../ui/time-text.ts';
import './section-tabs.css';

export type SectionTab = {
  to: NonNullable<LinkProps['to']>;
  label: string;
  isExact?: boolean;
  /** How much waits there for a person; 0 says nothing. */
  count?: number | undefined;
  /** Since when the oldest of them waits. */
  oldestAt?: string | undefined;
};

/** How long the oldest one waits. */
function Age({ since }: { since: string }) {
  return (
    <>
      <span aria-hidden="true"> · </span>
      <span className="sr">, the oldest for </span>
      {ageText(new Date(since))}
    </>
  );
}

/** The pages of one section, side by side; on phones they scroll, and the current one is in sight. */
export function SectionTabs({ label, tabs }: { label: string; tabs: readonly SectionTab[] }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    if (!current) return undefined;
    // Called at once, and when a count that comes later makes the tab wider.
    const observer = new ResizeObserver(() => current.scrollIntoView({ inline: 'center', block: 'nearest' }));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
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
