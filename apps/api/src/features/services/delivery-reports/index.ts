export { enterReportAddresses } from './enter-at-sandbox.ts';
export { bounceAddress, createTokenCheck, reportAddress } from './report-addresses.ts';
export { routes } from './routes.ts';
export {
  deleteOldReports,
  messageStateColumns,
  readMessageStates,
  readSmsReportSigns,
  type KnownMessage,
} from './store.ts';
