import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { isValidElement } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { CallRefused } from '../../api/call.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { FactsSkeleton } from '../../ui/skeleton.tsx';
import { LoadFailure } from '../loading/load-failure.tsx';
import './lists.css';

/** The list that the back link opens. */
export type ListLink = { to: LinkProps['to']; label: string };

type DetailScreenProps<Detail> = {
  query: {
    data: Detail | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Heading shown until the detail has loaded. */
  title: string;
  list: ListLink;
  /** Shown if the detail does not exist: heading, sentence, and label of the link to the list. */
  missing?: { title: string; text: ReactNode; all: string };
  /** Shown if loading fails: a reassuring title and text, or an element that replaces the error. */
  failed: { title?: string; text?: ReactNode } | ReactElement;
  /** Skeleton as large as the loaded page. */
  skeleton?: ReactNode;
  /** Renders the whole page, including its heading. */
  children: (detail: Detail, isFetching: boolean) => ReactNode;
};

const NO_SUCH_THING = new Set([404, 422]);

/** Page of one record: loading, missing, failed or loaded. */
export function DetailScreen<Detail>({
  query,
  title,
  list,
  missing,
  failed,
  skeleton = <FactsSkeleton rows={7} />,
  children,
}: DetailScreenProps<Detail>) {
  const { data, error, isFetching } = query;
  if (data !== undefined) return children(data, isFetching);
  // The server rejects an id of the wrong format (422) before it searches; to the reader it is missing too.
  const isMissing = error instanceof CallRefused && NO_SUCH_THING.has(error.status);
  if (missing !== undefined && isMissing) return <MissingScreen list={list} {...missing} />;
  return (
    <>
      <PageTitle title={title} above={<BackLink {...list} />} />
      {error === null ? skeleton : <Sheet>{failureOf(failed, query)}</Sheet>}
    </>
  );
}

type MissingScreenProps = NonNullable<DetailScreenProps<never>['missing']> & { list: ListLink };

/** Page shown if the record does not exist. */
export function MissingScreen({ list, title, text, all }: MissingScreenProps) {
  return (
    <>
      <PageTitle title={list.label} above={<BackLink {...list} />} />
      <Sheet>
        <EmptyState
          title={title}
          action={
            <Link className={buttonClass({ variant: 'secondary' })} to={list.to}>
              {all}
            </Link>
          }
        >
          {text}
        </EmptyState>
      </Sheet>
    </>
  );
}

/** Link back to the list, above the heading. */
export function BackLink({ to, label }: ListLink) {
  return (
    <Link className="back" to={to}>
      <Icon of={ArrowLeft} />
      {label}
    </Link>
  );
}

function failureOf(
  failed: DetailScreenProps<never>['failed'],
  query: Parameters<typeof LoadFailure>[0]['of'],
): ReactNode {
  if (isValidElement(failed)) return failed;
  return (
    <LoadFailure title={failed.title} of={query}>
      {failed.text}
    </LoadFailure>
  );
}
