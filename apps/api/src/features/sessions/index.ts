export { atMost, clearAttempts, countAttempts, countAttemptsIn } from './attempts.ts';
export { createAuthenticators } from './authenticators.ts';
export { forgetExpired } from './forget-expired.ts';
export { forgetLiveSessions, isSessionAlive } from './live-sessions.ts';
export { hashPassword } from './passwords.ts';
export { routes } from './routes.ts';
export type { MerchantStaffRole } from './session-store.ts';
export { forgiveAllSignIns, signIn, type SignInCandidate } from './sign-in.ts';
export { steadily } from './steadily.ts';
