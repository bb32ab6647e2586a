import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Config } from './config.ts';
import type { Keys } from '../platform/crypto/keys.ts';
import type { Db } from '../platform/db/database.ts';

/** Dependencies of use cases, built once by `app.ts`. Each feature declares the part that it uses. */
export type Deps = { db: Db; config: Config; clock: Clock; keys: Keys; log: Logger };
