export { routes } from './routes.ts';
export { parseSearch } from './parse-search.ts';
