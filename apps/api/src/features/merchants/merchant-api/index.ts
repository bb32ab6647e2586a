export { forgetOldCalls } from './forget-old-calls.ts';
export { createMachineGate } from './machine-gate.ts';
export { createRequestLog } from './request-log.ts';
export { routes } from './routes.ts';
