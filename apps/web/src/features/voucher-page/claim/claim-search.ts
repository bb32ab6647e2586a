const STEPS = ['sign-in', 'done'] as const;

/** Current step of the claim; undefined means the page with code and account. */
export type ClaimSearch = { step?: (typeof STEPS)[number] };

export function claimSearch(search: Record<string, unknown>): ClaimSearch {
  const step = STEPS.find((known) => known === search.step);
  return step === undefined ? {} : { step };
}
