/** The longest search in characters; a longer one in an address was not typed. */
export const LONGEST_SEARCH = 80;
