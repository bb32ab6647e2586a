export { readHealth } from './read-health.ts';
export { routes } from './routes.ts';
