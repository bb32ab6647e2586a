import { z } from 'zod';

/** Number on the support page, as people dial it. */
export const supportPhone = z
  .string()
  .regex(/^\+?\d[\d ]{2,18}$/u, { error: 'write it as people dial it, as in 0800 123 456' });

const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Parses the days and hours of support: `Mon-Sat 08:00-20:00`, or `24/7`. */
export const supportHours = z.string().transform((text, context) => {
  if (text === '24/7') return { firstDay: 1, lastDay: 7, opens: '00:00', closes: '24:00' };
  const [, first = '', last = '', opens = '', closes = ''] =
    /^(\w{3})-(\w{3}) ((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/u.exec(text) ?? [];
  const [firstDay, lastDay] = [DAY_NAMES.indexOf(first) + 1, DAY_NAMES.indexOf(last) + 1];
  if (firstDay > 0 && lastDay > 0 && opens < closes) return { firstDay, lastDay, opens, closes };
  context.addIssue({ code: 'custom', message: 'write it as Mon-Sat 08:00-20:00, or 24/7' });
  return z.NEVER;
});
