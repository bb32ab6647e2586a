import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * Returns the token of a mailed link. It is in the fragment, which browsers do not send; older links have it in the
 * query.
 * @returns '' if the page was opened without one
 */
export function useLinkToken(): string {
  const inAddress = useLocation({
    select: ({ hash, searchStr }) => tokenIn(hash) ?? tokenIn(searchStr) ?? '',
  });
  const [token, setToken] = useState(inAddress);
  // The address becomes the next page's when loading starts, while this page is still shown; so keep the token in
  // state.
  if (inAddress !== '' && inAddress !== token) setToken(inAddress);
  return inAddress === '' ? token : inAddress;
}

function tokenIn(parameters: string): string | undefined {
  return new URLSearchParams(parameters).get('token') ?? undefined;
}
