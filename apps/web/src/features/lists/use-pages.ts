import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CallAnswer, CallInput, Endpoint } from '@zawadi/contract/endpoint';
import { call } from '../../api/call.ts';

type PagesOf<E extends Endpoint> = {
  queryKey: readonly unknown[];
  params?: CallInput<E>['params'];
  /** The list's filters; `usePages` adds the cursor. */
  query?: Omit<NonNullable<CallInput<E>['query']>, 'cursor'>;
  /** Refetches all pages at this interval. A function can choose the interval from the pages' content. */
  refetchIntervalMs?: number | ((pages: CallAnswer<E>[]) => number | false);
  /** Makes the input of a page, if its filters are in the body or its cursor has another name. */
  inputOf?: (cursor: string | undefined) => Partial<CallInput<E>>;
  nextOf?: (page: CallAnswer<E>) => string | undefined;
  /** Called if loading a page failed. */
  onFailed?: () => void;
};

/**
 * Loads a list page by page, each with the cursor of the previous page. Keeps the old rows on the screen while a
 * changed filter loads. Lists of one subject (`params`) do not: one account's transactions must not appear below
 * another's name.
 */
export function usePages<E extends Endpoint>(
  endpoint: E,
  { queryKey, params, query, refetchIntervalMs = 0, inputOf, nextOf = nextCursorOf, onFailed }: PagesOf<E>,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam: cursor, signal }) => {
      try {
        const input = inputOf?.(cursor) ?? { params, query: { ...query, cursor } };
        return await readPage(endpoint, { ...input, signal });
      } catch (error) {
        if (!signal.aborted) onFailed?.();
        throw error;
      }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => nextOf(page),
    placeholderData: params === undefined ? keepPreviousData : undefined,
    refetchInterval: ({ state }) =>
      typeof refetchIntervalMs === 'number'
        ? refetchIntervalMs || false
        : refetchIntervalMs(state.data?.pages ?? []),
  });
}

function nextCursorOf(page: unknown): string | undefined {
  return (page as { nextCursor?: string | null }).nextCursor ?? undefined;
}

/** TypeScript cannot infer the input of a generic endpoint, but `usePages` has checked its parts. */
async function readPage<E extends Endpoint>(endpoint: E, input: object): Promise<CallAnswer<E>> {
  return call<Endpoint>(endpoint, input as never) as Promise<CallAnswer<E>>;
}
