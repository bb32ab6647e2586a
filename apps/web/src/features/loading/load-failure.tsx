import type { ReactNode } from 'react';
import { sentenceOf } from '../../api/call.ts';
import { ErrorState } from '../../ui/error-state.tsx';

type LoadFailureProps = {
  of: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Title that names what failed to load; default: the reason. */
  title?: string;
  /** Reassurance about what is safe. */
  children?: ReactNode;
};

/** Shows a failed query: the reason, what is safe, and a Try Again button. */
export function LoadFailure({ of: { error, isFetching, refetch }, title, children }: LoadFailureProps) {
  const reason = sentenceOf(error);
  return (
    <ErrorState title={title ?? reason} onTryAgain={() => void refetch()} isTrying={isFetching}>
      {title !== undefined && reason} {children}
    </ErrorState>
  );
}
