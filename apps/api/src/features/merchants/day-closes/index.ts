export { routes } from './routes.ts';
export { countWaiting as countClosesToConfirm } from './store.ts';
