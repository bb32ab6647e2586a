export { actions, startAgainOnServer } from './change-stops.ts';
export { giveBackTime } from './give-back.ts';
export { routes } from './routes.ts';
export { readStopRefusal, readStops, requireNotStopped } from './stops-in-force.ts';
