export { actions } from './charges-action.ts';
export { routes } from './routes.ts';
