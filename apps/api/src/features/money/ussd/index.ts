export { readUssdFigures } from './figures.ts';
export { sessionsOf } from './list-sessions.ts';
export { actions } from './pin-reset.ts';
export { readPinState } from './pin-store.ts';
export { routes } from './routes.ts';
export { deleteOldSessions } from './store.ts';
