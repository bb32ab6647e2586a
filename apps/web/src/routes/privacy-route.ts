import { createRoute } from '@tanstack/react-router';
import { readingScreen } from './reading-screen.ts';
import { rootRoute } from './root-route.tsx';

export const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  component: readingScreen(async () => (await import('../features/texts/privacy-screen.tsx')).PrivacyScreen),
});
