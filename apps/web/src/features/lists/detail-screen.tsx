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

/** The list to which a page belongs. */
export type ListLink = { to: LinkProps['to']; label: string };

type DetailScreenProps<Detail> = {
  query: {
    data: Detail | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Heading until the detail has loaded. */
  title: string;
  list: ListLink;
  /** Shown if there is no such detail: heading, sentence, and label of the link to the list. */
  missing?: { title: string; text: ReactNode; all: string };
  /** Reassurance after a failed load, or an element that replaces the failure. */
  failed: { title?: string; text?: ReactNode } | ReactElement;
  /** Skeleton with the size of the loaded page. */
  skeleton?: ReactNode;
  /** The whole page, including its heading. */
  children: (detail: Detail, isFetching: boolean) => ReactNode;
};

const NO_SUCH_THING = new Set([404, 422]);

/** Page of one detail: loading, missing, failed or loaded. */
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
  // The server refuses an address that is not an ID before it looks for it.
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

/** Page of a missing detail. */
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
