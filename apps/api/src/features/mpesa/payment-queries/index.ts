export { runQuery } from './run-query.ts';
export {
  deleteOldQueries,
  endQueriesOfOrder,
  endQuery,
  findQuery,
  listQueries,
  type Requester,
  type QueryRow,
} from './store.ts';
