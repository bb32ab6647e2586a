import { lazy, Suspense } from 'react';

// Of the few who come from a gift; a login that does not know why is a login all the same.
const Reason = lazy(() =>
  import('./gift-reason-text.tsx').then(
    (loaded) => ({ default: loaded.GiftReasonText }),
    () => ({ default: () => null }),
  ),
);

/** Why a visitor who comes from a gift is asked to sign in or up. */
export function GiftReason({ from }: { from: string | undefined }) {
  return (
    from?.startsWith('/v/') === true && (
      <Suspense>
        <Reason from={from} />
      </Suspense>
    )
  );
}
