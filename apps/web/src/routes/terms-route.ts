import { createRoute } from '@tanstack/react-router';
import { readingScreen } from './reading-screen.ts';
import { rootRoute } from './root-route.tsx';

export const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  component: readingScreen(async () => (await import('../features/texts/terms-screen.tsx')).TermsScreen),
});
