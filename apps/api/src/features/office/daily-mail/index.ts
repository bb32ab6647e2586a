export { routes } from './routes.ts';
export { sendDailyMails } from './send-daily-mails.ts';
