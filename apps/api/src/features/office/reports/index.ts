export { byDay, daysOf } from './period.ts';
export { readYesterday } from './read-dashboard.ts';
export { routes } from './routes.ts';
export { sumUpDays } from './sum-up-days.ts';
export { readDailyTotals, type Total } from './totals-store.ts';
