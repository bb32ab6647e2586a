import { openDatabase, type Db } from '../platform/db/database.ts';
import { startLossyProxy, type LossyProxy } from './lossy-proxy.ts';

export type LossyDatabase = Pick<
  LossyProxy,
  'through' | 'loseNextCommit' | 'holdAfterNextError' | 'untilDone' | 'open' | 'lost' | 'close'
> & {
  db: Db;
};

/** Opens a pool through a proxy that can lose messages around COMMIT. */
export async function openLossyDatabase(databaseUrl: string): Promise<LossyDatabase> {
  const { through, close, ...proxy } = await startLossyProxy(Number(new URL(databaseUrl).port));
  const db = openDatabase(through(databaseUrl), { connections: 4, name: 'lossy' });
  return {
    ...proxy,
    through,
    db,
    close: async () => {
      await db.destroy();
      await close();
    },
  };
}
