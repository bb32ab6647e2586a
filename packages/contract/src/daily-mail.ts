import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { administratorRoles } from './roles.ts';

const ofDailyMails = {
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  path: '/api/admin/v1/daily-mail',
  rate: { perMinute: 60 },
} as const;

const dailyMail = z.object({
  isOn: z.boolean(),
  /** Full hour in Nairobi from which the mail is sent. */
  hour: z.number().int().min(5).max(22),
  language: z.enum(['en', 'sw']),
});
export type DailyMail = z.infer<typeof dailyMail>;

export const readDailyMail = endpoint({
  ...ofDailyMails,
  method: 'GET',
  summary: 'Get whether and when the caller gets the daily mail',
  answer: dailyMail,
  refusals: [],
});

export const changeDailyMail = endpoint({
  ...ofDailyMails,
  method: 'PUT',
  summary: 'Switch the caller’s own daily mail on or off, and choose its hour and language',
  body: dailyMail,
  example: { body: { isOn: true, hour: 7, language: 'en' } },
  answer: dailyMail,
  message: 'Daily mail saved',
  refusals: [],
});
