// Stub for browsers: the rules and their lists would weigh as much as a whole screen. The server checks names, and its
// refusal appears at the field.

export const problemOfPerson = (_name: string): undefined => undefined;
export const problemOfWhole = (_name: string): undefined => undefined;
export const problemOfThing = (_name: string): undefined => undefined;
export const problemOfBusiness = (_name: string): undefined => undefined;
