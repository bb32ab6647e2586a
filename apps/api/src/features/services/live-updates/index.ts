export { createLiveHub, publishHint, type UserHint } from './create-live-hub.ts';
export { routes } from './routes.ts';
