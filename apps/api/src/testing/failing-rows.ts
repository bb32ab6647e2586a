import type { Pool } from 'pg';

let count = 0;

/**
 * Makes every write of certain rows fail, like a bug or bad data.
 * @param when SQL condition on the new row: `NEW.id = '…'`
 * @returns a function that undoes it
 */
export async function failRows(owner: Pool, table: string, when: string): Promise<() => Promise<void>> {
  count += 1;
  const name = `spoiled_${count}`;
  await owner.query(
    `create function ${name}() returns trigger language plpgsql as $$
     begin if ${when} then raise exception 'spoiled'; end if; return NEW; end $$;
     create trigger ${name} before insert or update on ${table} for each row execute function ${name}();`,
  );
  return async () => void (await owner.query(`drop function ${name}() cascade`));
}
