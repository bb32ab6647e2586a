const STEPS = ['sign-in', 'wallet', 'done'] as const;

/** Where the way from the link to the wallet stands; without a step, at the number of the gift. */
export type ClaimSearch = { step?: (typeof STEPS)[number] };

export function claimSearch(search: Record<string, unknown>): ClaimSearch {
  const step = STEPS.find((known) => known === search.step);
  return step === undefined ? {} : { step };
}
