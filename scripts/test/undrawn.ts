/** Name of the attachment of a failed journey whose page the browser did not draw. */
export const UNDRAWN = 'page-without-frames';
