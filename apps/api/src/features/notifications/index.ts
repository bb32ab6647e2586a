export { notify, type Notice } from './notify.ts';
export type { ResolveVoucher, VoucherFacts } from './templates.ts';
