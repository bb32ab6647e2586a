import { createContext, type ReactNode } from 'react';

/** Shown at the end of every filter bar; set by the administrators' area only. */
export const FilterBarEnd = createContext<ReactNode>(null);
