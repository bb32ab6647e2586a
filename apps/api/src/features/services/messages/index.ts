export type { NotPaid } from './copy/ussd.ts';
export { toGsm7 } from './gsm7.ts';
export { createNotificationHandlers } from './create-notification-handlers.ts';
export {
  audienceOf,
  messageCases,
  messageOf,
  needsTwoToReword,
  noticeKey,
  noticeKeysAbout,
} from './messages.ts';
export { forgetWordings, PREFIX, settingOf } from './own-wording.ts';
export { renderEmail } from './render-email.ts';
export {
  defaultWording,
  describePlaceholders,
  messageAt,
  nameOf,
  parseWording,
  previewWording,
  shownInPage,
} from './template-wording.ts';
export { sendTrial } from './try-wording.ts';
export { notify, type Notice } from './notify.ts';
export { endpointHashOf } from './push-device.ts';
export { moveSubscription as continuePush, deleteDeadSubscriptions } from './subscription-store.ts';
export { routes } from './routes.ts';
export { createConfiguredPushSender } from './send-push.ts';
export { createConfiguredEmailSender, findMailServerFault } from './send-email.ts';
export { createConfiguredSmsSender, readSmsBalance, smsAccountOf } from './send-sms.ts';
export { deleteUnverifiedContactMessages } from './unverified-contact-message-store.ts';
export {
  countUnverifiedContactMessage,
  readUnverifiedContactMessages,
} from './unverified-contact-messages.ts';
export { storeVapidKeys } from './vapid-keys.ts';
export type { ResolveVoucher } from './fields.ts';
