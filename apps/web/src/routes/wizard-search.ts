export type WizardSearch = {
  /** Which wizard or form of the page is open. */
  way?: 'mpesa' | 'withdraw' | 'code';
  /** The registered payment, so that a reload or a shared address finds it again. */
  requestId?: string;
  step?: 2 | 3;
};

export function wizardSearch(search: Record<string, unknown>): WizardSearch {
  return {
    ...(search.way === 'mpesa' || search.way === 'withdraw' || search.way === 'code'
      ? { way: search.way }
      : {}),
    ...(typeof search.requestId === 'string' ? { requestId: search.requestId } : {}),
    ...(search.step === 2 || search.step === 3 ? { step: search.step } : {}),
  };
}
