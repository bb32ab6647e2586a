/** After this a try whose result has not come is a case for people, who may then say what became of it. */
export const LONG_SECONDS = 3_600;
