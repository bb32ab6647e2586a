/** The longest search in characters; what an address has beyond it cannot have been typed. */
export const LONGEST_SEARCH = 80;
