export { routes } from './routes.ts';
export { createStepUp } from './step-up.ts';
