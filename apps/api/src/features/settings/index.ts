export { requireFeature } from './features-on.ts';
export { routes } from './routes.ts';
