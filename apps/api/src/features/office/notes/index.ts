export { routes } from './routes.ts';
export { findNote } from './store.ts';
export { addNote } from './write-note.ts';
