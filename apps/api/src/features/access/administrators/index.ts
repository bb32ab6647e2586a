export { createAdministrator } from './create-administrator.ts';
export { routes } from './routes.ts';
export { actions } from './staff-actions.ts';
