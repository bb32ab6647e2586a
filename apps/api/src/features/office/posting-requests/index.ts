export { actions } from './posting-action.ts';
export { routes } from './routes.ts';
