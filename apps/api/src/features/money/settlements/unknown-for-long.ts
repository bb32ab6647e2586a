/** After this an attempt without a result is a case for administrators, who may then mark its outcome. */
export const LONG_SECONDS = 3_600;
