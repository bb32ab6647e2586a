import { createRoute } from '@tanstack/react-router';
import { readingScreen } from './reading-screen.ts';
import { rootRoute } from './root-route.tsx';

export const supportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/support',
  component: readingScreen(async () => (await import('../features/texts/support-screen.tsx')).SupportScreen),
});
