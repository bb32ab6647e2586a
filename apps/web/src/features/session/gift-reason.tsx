import { lazy, Suspense } from 'react';

// Loaded only for visitors from a gift; a sign-in page that cannot load the reason still works.
const Reason = lazy(() =>
  import('./gift-reason-text.tsx').then(
    (loaded) => ({ default: loaded.GiftReasonText }),
    () => ({ default: () => null }),
  ),
);

/** Says why a visitor from a gift has to sign in or up. */
export function GiftReason({ from }: { from: string | undefined }) {
  return (
    from?.startsWith('/v/') === true && (
      <Suspense>
        <Reason from={from} />
      </Suspense>
    )
  );
}
