import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * The token of a mailed link. It stands in the fragment, which browsers do not send; links mailed earlier have it in
 * the query.
 * @returns '' where the page was opened without one
 */
export function useLinkToken(): string {
  const inAddress = useLocation({
    select: ({ hash, searchStr }) => tokenIn(hash) ?? tokenIn(searchStr) ?? '',
  });
  const [token, setToken] = useState(inAddress);
  // The address is the next page's as soon as that begins to load, and this one still stands until it is there.
  if (inAddress !== '' && inAddress !== token) setToken(inAddress);
  return inAddress === '' ? token : inAddress;
}

function tokenIn(parameters: string): string | undefined {
  return new URLSearchParams(parameters).get('token') ?? undefined;
}
