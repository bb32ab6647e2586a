/** Longest search text, in characters. Fields accept no longer one, so a longer one in a URL is ignored. */
export const LONGEST_SEARCH = 80;
