import { useLocation } from '@tanstack/react-router';

/**
 * The token of a mailed link. It stands in the fragment, which browsers do not send; links mailed earlier have it in
 * the query.
 */
export function useLinkToken(): string {
  return useLocation({ select: ({ hash, searchStr }) => tokenIn(hash) ?? tokenIn(searchStr) ?? '' });
}

function tokenIn(parameters: string): string | undefined {
  return new URLSearchParams(parameters).get('token') ?? undefined;
}
