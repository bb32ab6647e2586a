export { runQuery } from './run-query.ts';
export {
  deleteOldQueries,
  endQueriesOfOrder,
  endQuery,
  findQuery,
  listQueries,
  type Asker,
  type QueryRow,
} from './store.ts';
