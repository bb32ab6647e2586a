export { actions } from './reword-template.ts';
export { routes } from './routes.ts';
