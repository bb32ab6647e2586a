export { createStatusKeeper } from './keep-status.ts';
export { describeStatus, drawStatus } from './status-page.ts';
