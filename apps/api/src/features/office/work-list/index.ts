export { readWork } from './read-work.ts';
export { routes } from './routes.ts';
