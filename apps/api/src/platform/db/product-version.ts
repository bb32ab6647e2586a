import product from '../../../package.json' with { type: 'json' };

/** Numbers with dots, as `0.1.0`; a database remembers which version changed its schema. */
export const productVersion = product.version;
