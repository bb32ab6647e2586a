export { routes } from './routes.ts';
export { sumUpDays } from './sum-up-days.ts';
