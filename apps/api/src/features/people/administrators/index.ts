export { createAdministrator } from './create-administrator.ts';
export { administratorHolder, claimedAdministrator } from './holder.ts';
export { routes } from './routes.ts';
export { findAdministratorById } from './sign-in-administrator.ts';
export { actions } from './account-actions.ts';
