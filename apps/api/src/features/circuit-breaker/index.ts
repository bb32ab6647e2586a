export { pause, circuitOpenSeconds, requireClosedCircuit } from './store.ts';
