/** A rule broken on purpose, and the faults that reveal it. */
export type Sabotage = {
  name: string;
  breaks: string;
  /** Faults to inject: words from their names, separated by commas. */
  faults: string;
  /** The finding that this sabotage must bring; any other failure is not its detection. */
  brings: RegExp;
  edits: { file: string; find: string; put: string }[];
};
