// Replaced by the generated types once the first migrations stand.
export type DB = Record<string, never>;
