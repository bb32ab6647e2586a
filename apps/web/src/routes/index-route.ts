import { createRoute } from '@tanstack/react-router';
import { toOwnHome } from '../features/session/guards.ts';
import { rootRoute } from './root-route.tsx';

export const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: toOwnHome });
