import { Link } from '@tanstack/react-router';
import type { Days } from '../../../ui/date-range.tsx';
import { useCurrentInSight } from '../../lists/section-tabs.tsx';
import { REPORTS } from './report-search.ts';

/** Tabs of the reports; they keep the chosen period. On phones, the tabs scroll to the current one. */
export function ReportTabs({ days }: { days: Days }) {
  const list = useCurrentInSight();
  return (
    <nav aria-label="Reports">
      <ul className="section-tabs" ref={list}>
        {REPORTS.map(({ name, label }) => (
          <li key={name}>
            <Link
              to="/admin/reports/$report"
              params={{ report: name }}
              search={days}
              activeOptions={{ exact: true, includeSearch: false }}
            >
              {label}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/admin/reports/journal" search={days} activeOptions={{ includeSearch: false }}>
            Journal
          </Link>
        </li>
        <li>
          <Link to="/admin/reports/invoices" activeOptions={{ includeSearch: false }}>
            Invoices
          </Link>
        </li>
      </ul>
    </nav>
  );
}
