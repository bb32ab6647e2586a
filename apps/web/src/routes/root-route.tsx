import { createRootRoute, redirect } from '@tanstack/react-router';
import { applyLanguageOf } from '../i18n/language.ts';
import { RootLayout } from '../features/shell/root-layout.tsx';

export const rootRoute = createRootRoute({
  // Preloading a page on hover must not change the language of the current one.
  beforeLoad: ({ location, preload }) => (preload ? undefined : applyLanguageOf(location.href)),
  component: RootLayout,
});

/** Redirects addresses without a route. The target's guards send a visitor without a session to its sign-in page. */
export const goTo = (target: string) => () => {
  redirect({ to: target, replace: true, throw: true });
};
