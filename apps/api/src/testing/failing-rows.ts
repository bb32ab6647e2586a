import type { Pool } from 'pg';

let count = 0;

/**
 * Has every write of certain rows fail, as one does that a fault of the program or of the data has spoiled.
 * @param when of the new row, in SQL: `NEW.id = '…'`
 * @returns takes it back
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
