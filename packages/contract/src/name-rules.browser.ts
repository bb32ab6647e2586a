// A browser leaves these rules to the server, which refuses such a name beside its field: they and their lists of brands and
// offices would weigh as much as a screen.

export const problemOfPerson = (_name: string): undefined => undefined;
export const problemOfWhole = (_name: string): undefined => undefined;
export const problemOfThing = (_name: string): undefined => undefined;
export const problemOfBusiness = (_name: string): undefined => undefined;
