export { routes } from './routes.ts';
export { understandSearch } from './understand-search.ts';
