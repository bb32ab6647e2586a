import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CallAnswer, CallInput, Endpoint } from '@zawadi/contract/endpoint';
import { call } from '../../api/call.ts';

type PagesOf<E extends Endpoint> = {
  queryKey: readonly unknown[];
  params?: CallInput<E>['params'];
  /** What the list is filtered by; the place in it is added here. */
  query?: Omit<NonNullable<CallInput<E>['query']>, 'cursor'>;
  /** Reads all pages again so often, or as often as what they say asks for. */
  refetchIntervalMs?: number | ((pages: CallAnswer<E>[]) => number | false);
  /** For a list that takes its filters in the body, or names its pages in another way than by `cursor`. */
  inputOf?: (cursor: string | undefined) => Partial<CallInput<E>>;
  nextOf?: (page: CallAnswer<E>) => string | undefined;
  /** A page could not be read. */
  onFailed?: () => void;
};

/**
 * A list that the API answers page by page, each page with the cursor of the next.
 * What was shown stays on the screen while another filter is loaded, but for lists of one thing (`params`): the
 * transactions of one account must not stand under the name of another.
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

/** What a generic endpoint takes cannot be told from its type; `usePages` has checked the parts. */
async function readPage<E extends Endpoint>(endpoint: E, input: object): Promise<CallAnswer<E>> {
  return call<Endpoint>(endpoint, input as never) as Promise<CallAnswer<E>>;
}
