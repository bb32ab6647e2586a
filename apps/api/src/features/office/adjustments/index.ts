export { actions } from './adjustment-action.ts';
export { routes } from './routes.ts';
