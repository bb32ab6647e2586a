/** A text, a count, or an amount in shillings or cents. */
export type Cell = string | number | { kes: number } | { cents: bigint };

/** A report in rows, for a CSV or PDF file. */
export type Table = {
  title: string;
  headings: string[];
  rows: Cell[][];
  /** Sums shown above the rows. */
  summary: [label: string, value: Cell][];
  /** True if a part of the report shows the current state, whatever the period. */
  isOfNow?: true;
  /** Headings of columns that only the CSV has. */
  notOnPaper?: readonly string[];
};
