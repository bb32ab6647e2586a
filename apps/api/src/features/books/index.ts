export { account } from './accounts.ts';
export * as postings from './postings.ts';
export { routes } from './routes.ts';
