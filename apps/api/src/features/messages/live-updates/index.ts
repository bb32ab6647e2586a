export { createLiveHub, publishHint } from './create-live-hub.ts';
export { routes } from './routes.ts';
