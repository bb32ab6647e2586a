export { createLiveHub } from './create-live-hub.ts';
export { publishHint } from './publish-hint.ts';
export { routes } from './routes.ts';
