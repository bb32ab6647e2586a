export { listFraudAlerts } from './list-fraud-alerts.ts';
export { raiseWrongCodes } from './raise-wrong-codes.ts';
export { routes } from './routes.ts';
export { watchRedemptions } from './watch-redemptions.ts';
