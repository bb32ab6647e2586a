export { createNotificationHandlers, type NotificationDeps } from './create-notification-handlers.ts';
export { notify, type Notice } from './notify.ts';
export { createEmailSender, type EmailSender, type MailAccount } from './send-email.ts';
export { createSmsSender, type SendSms, type SmsAccount } from './send-sms.ts';
export type { ResolveVoucher, VoucherFacts } from './templates.ts';
