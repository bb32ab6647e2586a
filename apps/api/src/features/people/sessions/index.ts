export { isKnownDevice, forgetKnownDevices, rememberDevice } from './known-device-store.ts';
export type { AttemptRule } from './attempts.ts';
export {
  atMost,
  clearAttempts,
  countAttempts,
  countAttemptsIn,
  growingDelay,
  growingDelayThenBlock,
  countFailedAttemptIn,
  readWaitSeconds,
  uncountAttempt,
} from './attempts.ts';
export { consumerOfBearer, createAuthenticators } from './authenticators.ts';
export { deleteDevices, endAllDevices, endOtherDevices } from './device-store.ts';
export { continueSession, listDevices, signOutDevice, signOutEverywhere, nameDevice } from './devices.ts';
export { deleteExpired, forgetLiveSessions, isSessionAlive } from './live-sessions.ts';
export { clearLocks, readLocks, type AttemptCounter } from './locks.ts';
export { hashPassword, isPasswordOf, inConstantTime, NO_PASSWORD } from './passwords.ts';
export { routes } from './routes.ts';
export { deleteSecondFactor } from './second-factor-store.ts';
export {
  enableSecondFactor,
  hasSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  takeSecondFactor,
  secondFactorCounters,
} from './second-factor.ts';
export {
  isSessionProven,
  recordAdministratorFailure,
  proveSession,
  type SessionAudience,
} from './session-store.ts';
export {
  openSession,
  signIn,
  type ProvenCandidate,
  type SignInArrival,
  type SignInCandidate,
  type SignInProof,
} from './sign-in.ts';
export { clearFailedSignIns, signInCounters } from './sign-in-attempts.ts';
