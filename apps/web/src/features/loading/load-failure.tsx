import type { ReactNode } from 'react';
import { sentenceOf } from '../../api/call.ts';
import { ErrorState } from '../../ui/error-state.tsx';

type LoadFailureProps = {
  of: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Names what failed to load; without it the reason is the title. */
  title?: string;
  /** Reassurance: what is safe. */
  children?: ReactNode;
};

/** A failed query: the reason, what is still safe, and Try Again. */
export function LoadFailure({ of: { error, isFetching, refetch }, title, children }: LoadFailureProps) {
  const reason = sentenceOf(error);
  return (
    <ErrorState title={title ?? reason} onTryAgain={() => void refetch()} isTrying={isFetching}>
      {title !== undefined && reason} {children}
    </ErrorState>
  );
}
