const STEPS = ['sign-in', 'wallet', 'done'] as const;

/** Current step of the claim; undefined means verifying the phone number. */
export type ClaimSearch = { step?: (typeof STEPS)[number] };

export function claimSearch(search: Record<string, unknown>): ClaimSearch {
  const step = STEPS.find((known) => known === search.step);
  return step === undefined ? {} : { step };
}
