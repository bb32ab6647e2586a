import { adminDashboard } from '@zawadi/contract/reports-dashboard';
import { answer } from './contract-answers.ts';
import { emptyAnswer } from './empty-answer.ts';

/** Figures of the administrators' dashboard before any transaction; even then the answer lists days. */
export const officeDashboard = answer(adminDashboard, {
  ...emptyAnswer(adminDashboard),
  days: ['2026-11-19', '2026-11-20'].map((day) => ({ day, volume: 0, fees: 0, voucherLiability: 0 })),
});
