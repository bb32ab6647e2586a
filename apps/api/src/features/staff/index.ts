export { createFirstAdministrator } from './create-first-administrator.ts';
export { createAdministrator } from './create-administrator.ts';
export { requireTwoPeople } from './require-two-people.ts';
export { routes } from './routes.ts';
