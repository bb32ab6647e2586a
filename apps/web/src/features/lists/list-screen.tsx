import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EndlessTable } from '../../ui/endless-table.tsx';
import type { EndlessTableProps } from '../../ui/endless-table.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { NothingFound } from './nothing-found.tsx';
import { useExportPlace } from './use-export-place.tsx';

type ListScreenProps<Row> = Omit<EndlessTableProps<Row>, 'empty'> & {
  title: string;
  /** One sentence below the title. */
  intro?: ReactNode;
  /** Beside the title: the main action. */
  aside?: ReactNode;
  /** The buttons that save the list as files. */
  exports?: ReactNode;
  /** Between title and filters: tabs, cards. */
  above?: ReactNode;
  filters?: ReactNode;
  /** How many rows fit the filters, and what they come to, where the API says so. */
  count?: ReactNode;
  sheetClassName?: string;
  /** Without a single row, and without a filter. */
  none: { title: string; text?: ReactNode; action?: ReactNode };
  /** When filters leave nothing over; a list without filters has no such state. */
  found?: { isNarrowed: boolean; onShowAll: () => void; title: string; text?: string };
  /** The dialog of an opened row. */
  children?: ReactNode;
};

/** A page that is one list: title, filters, the table in each of its states, and what a row opens. */
export function ListScreen<Row>({
  title,
  intro,
  aside,
  exports,
  above,
  filters,
  count,
  sheetClassName,
  none,
  found,
  children,
  ...table
}: ListScreenProps<Row>) {
  const place = useExportPlace(exports, aside);
  return (
    <>
      <PageTitle title={title} aside={place.aside}>
        {intro}
      </PageTitle>
      {above}
      {filters}
      {Boolean(count) && (
        <p className="list-count" aria-live="polite">
          {count}
        </p>
      )}
      <Sheet className={sheetClassName}>
        <EndlessTable {...table} empty={<Empty {...{ none, found }} />} />
      </Sheet>
      {place.below}
      {children}
    </>
  );
}

function Empty({ none, found }: Pick<ListScreenProps<never>, 'none' | 'found'>) {
  if (found?.isNarrowed === true) {
    return (
      <NothingFound title={found.title} onShowAll={found.onShowAll}>
        {found.text}
      </NothingFound>
    );
  }
  return (
    <EmptyState title={none.title} action={none.action}>
      {none.text}
    </EmptyState>
  );
}
