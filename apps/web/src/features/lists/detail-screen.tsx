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

/** The list that a page belongs to. */
export type ListLink = { to: LinkProps['to']; label: string };

type DetailScreenProps<Detail> = {
  query: {
    data: Detail | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** The heading until there is a better one. */
  title: string;
  list: ListLink;
  /** When there is no such thing: the heading, a sentence, and the words of the way to all of them. */
  missing?: { title: string; text: ReactNode; all: string };
  /** What is safe when it cannot be read, or a failure drawn in another way. */
  failed: { title?: string; text?: ReactNode } | ReactElement;
  /** Shapes with the size of what comes. */
  skeleton?: ReactNode;
  /** The whole page, its heading too. */
  children: (detail: Detail, isFetching: boolean) => ReactNode;
};

const NO_SUCH_THING = new Set([404, 422]);

/** A page about one thing: while it loads, when it is not there, when it cannot be read, and as it is. */
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
  // An address that was never an ID is refused before it is looked for.
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

/** The page of something that is not there. */
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

/** The way from one thing back to all of them, above its heading. */
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
