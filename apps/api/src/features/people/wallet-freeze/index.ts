export { freezeForSupport, freezeIn, noteFrozen } from './freeze-wallet.ts';
export { routes } from './routes.ts';
