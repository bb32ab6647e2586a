import { prepareSeal } from '../sealed-storage.ts';

// As main.tsx does on a device that has a session.
await prepareSeal();
