import { Client } from 'pg';

/**
 * Functions that tests call and the product does not have. `earlier` moves a moment back: Citus lets an update compute no
 * moments out of columns, unless by a function that says it depends on nothing else.
 */
const FUNCTIONS = `
  create function earlier(moment timestamptz, by interval) returns timestamptz
  language plpgsql immutable as $$ begin return moment - by; end $$`;

/** @param ownerUrl of a template of test databases */
export async function addTestFunctions(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(FUNCTIONS);
  } finally {
    await owner.end();
  }
}
