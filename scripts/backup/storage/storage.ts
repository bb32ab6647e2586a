/** A place that keeps packed backups under their names. */
export type Storage = {
  /** Its full address, without a slash at the end. */
  place: string;
  /** Copies a file there, whole or not at all: a name is listed only when its content is complete. */
  put: (name: string, file: string) => Promise<void>;
  /** Names of all files, in any order. */
  list: () => Promise<string[]>;
  /** Copies a file from there to a new local file. */
  get: (name: string, file: string) => Promise<void>;
  remove: (name: string) => Promise<void>;
  close: () => Promise<void>;
};
