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
  /** Content between title and filters: tabs, cards. */
  above?: ReactNode;
  filters?: ReactNode;
  /** Count of matching rows, and their sum if the API returns it. */
  count?: ReactNode;
  sheetClassName?: string;
  /** Shown if there is no row and no filter. */
  none: { title: string; text?: ReactNode; action?: ReactNode };
  /** Shown if filters leave no row; a list without filters has no such state. */
  found?: { isNarrowed: boolean; onShowAll: () => void; title: string; text?: string };
  /** The dialog of an opened row. */
  children?: ReactNode;
};

/** A page with one list: title, filters, the table in each of its states, and the dialog of an opened row. */
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
