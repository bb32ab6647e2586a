export { createSystemGauges } from './system-gauges.ts';
