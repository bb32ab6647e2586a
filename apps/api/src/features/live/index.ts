export { createLiveHub, type LiveHub } from './create-live-hub.ts';
export { publishHint, type UserHint } from './publish-hint.ts';
export { routes, type LiveDeps } from './routes.ts';
