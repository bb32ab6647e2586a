export { pause, pausedSeconds, requireNotPaused } from './store.ts';
