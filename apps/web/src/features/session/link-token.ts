import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * Returns the token of a mailed link. The token is in the URL's fragment, which browsers do not send; older links have
 * it in the query.
 * @returns '' if the page was opened without a token
 */
export function useLinkToken(): string {
  const inAddress = useLocation({
    select: ({ hash, searchStr }) => tokenIn(hash) ?? tokenIn(searchStr) ?? '',
  });
  const [token, setToken] = useState(inAddress);
  // When the next page starts to load, the URL changes while this page is still shown. So keep the token in state.
  if (inAddress !== '' && inAddress !== token) setToken(inAddress);
  return inAddress === '' ? token : inAddress;
}

function tokenIn(parameters: string): string | undefined {
  return new URLSearchParams(parameters).get('token') ?? undefined;
}
