export { createNotificationHandlers } from './create-notification-handlers.ts';
export { noticeKeysAbout } from './messages.ts';
export { notify, type Notice } from './notify.ts';
export { moveSubscription as continuePush, deleteDeadSubscriptions } from './subscription-store.ts';
export { routes } from './routes.ts';
export { createConfiguredPushSender } from './send-push.ts';
export { createEmailSender } from './send-email.ts';
export { createSmsSender } from './send-sms.ts';
export type { ResolveVoucher } from './fields.ts';
