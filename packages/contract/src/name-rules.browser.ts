// Stub for browsers. The server refuses such a name at its field; these rules with their lists would weigh as much as
// a screen.

export const problemOfPerson = (_name: string): undefined => undefined;
export const problemOfWhole = (_name: string): undefined => undefined;
export const problemOfThing = (_name: string): undefined => undefined;
export const problemOfBusiness = (_name: string): undefined => undefined;
