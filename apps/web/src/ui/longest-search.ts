/** Characters that may be searched for; what an address has beyond them nobody could have typed. */
export const LONGEST_SEARCH = 80;
