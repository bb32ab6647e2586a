export {
  approvable,
  type AfterCommit,
  type Approvable,
  type ApprovalAction,
  type AdminAction,
  type Preview,
  type Question,
} from './approval-action.ts';
export { executeOrRequestApproval, requestApproval } from './execute-or-request-approval.ts';
export { recordIfDecidedAlone } from './second-person-rule.ts';
export { lockSinglePersonDecisions } from './single-person-decisions-store.ts';
export { findRelated, listActive } from './approvers-store.ts';
export { closeReplaced as closeRequests, insertOpened as openRequest } from './store.ts';
export { requireTwoPeople } from './require-two-people.ts';
export { closeLapsedRequests } from './decide-request.ts';
export { notifyRequesters, notifyApprovers } from './notify-approvers.ts';
export { routes } from './routes.ts';
