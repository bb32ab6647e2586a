import { createRoute } from '@tanstack/react-router';
import { rootRoute } from './root-route.tsx';
import { screenWithQueries } from './screen-with-queries.tsx';

export const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  validateSearch: (search: Record<string, unknown>) => ({
    token: typeof search.token === 'string' ? search.token : '',
  }),
  component: screenWithQueries(
    async () => (await import('../features/session/verify-email-screen.tsx')).VerifyEmailScreen,
  ),
});
