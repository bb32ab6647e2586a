export {
  approvable,
  type AfterCommit,
  type Approvable,
  type ApprovalAction,
  type Deed,
} from './approval-action.ts';
export { carryOutOrAsk } from './carry-out-or-ask.ts';
export { needsSecondPerson, requestApproval } from './request-approval.ts';
export { routes } from './routes.ts';
