import { createContext, type ReactNode } from 'react';

/** What an area shows at the end of every filter bar. Only the administrators' area has something there. */
export const FilterBarEnd = createContext<ReactNode>(null);
