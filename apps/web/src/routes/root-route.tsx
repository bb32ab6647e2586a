import { createRootRoute, redirect } from '@tanstack/react-router';
import { RootLayout } from '../features/shell/root-layout.tsx';

export const rootRoute = createRootRoute({ component: RootLayout });

/** For addresses that nothing is registered at. The guards of the target send a visitor without a session to its login. */
export const goTo = (target: string) => () => {
  redirect({ to: target, replace: true, throw: true });
};
