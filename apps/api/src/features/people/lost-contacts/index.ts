export { finishLostContacts } from './finish-lost-contacts.ts';
export { actions, describeLostContacts } from './replace-contacts.ts';
export { routes } from './routes.ts';
