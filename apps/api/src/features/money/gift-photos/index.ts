export { routes } from './routes.ts';
export { deleteOldPhotos } from './store.ts';
