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
  /** Sentence below the title. */
  intro?: ReactNode;
  /** Main action, next to the title. */
  aside?: ReactNode;
  /** Buttons that export the list as files. */
  exports?: ReactNode;
  /** Shown between title and filters, for example tabs or cards. */
  above?: ReactNode;
  filters?: ReactNode;
  /** Number of matching rows, and their sum if the API returns it. */
  count?: ReactNode;
  sheetClassName?: string;
  /** Shown if the list has no rows and no filter is set. */
  none: { title: string; text?: ReactNode; action?: ReactNode };
  /** Shown if no row matches the filters. A list without filters does not need it. */
  found?: { isNarrowed: boolean; onShowAll: () => void; title: string; text?: string };
  /** Dialog of the row that the reader opened. */
  children?: ReactNode;
};

/** A page with one list: title, filters, table (also while loading, empty or failed), and the dialog of a row. */
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
