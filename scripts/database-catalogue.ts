import type pg from 'pg';

const OURS = `('public', 'ledger')`;
// Excludes the tables that Kysely creates.
const NOT_OURS = `c.relname like 'kysely\\_%'`;
const APPLICATION = `'zawadi_app'`;
const BACKUP = `'zawadi_backup'`;

const NAME = `case n.nspname when 'public' then '' else n.nspname || '.' end`;

/** SQL queries that return lines about tables and views: `[relation, line]`. */
const RELATION_LINES = [
  `select ${NAME} || c.relname as "of", format('%s%s%s', a.attname || ' ' || format_type(a.atttypid, a.atttypmod),
     case when a.attnotnull then ' not null' end,
     case when d.adbin is not null then case a.attgenerated when '' then ' default ' else ' generated ' end
       || pg_get_expr(d.adbin, d.adrelid) end) as line, 1 as part, a.attnum::text as place
   from pg_attribute a
   join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where n.nspname in ${OURS} and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped and not ${NOT_OURS}`,
  `select ${NAME} || c.relname, k.conname || ' ' || pg_get_constraintdef(k.oid), 2, k.conname
   from pg_constraint k
   join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ${OURS} and k.contype in ('p', 'u', 'f', 'c', 'x') and not ${NOT_OURS}`,
  `select ${NAME} || c.relname, pg_get_indexdef(i.indexrelid), 3, pg_get_indexdef(i.indexrelid)
   from pg_index i
   join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ${OURS} and not ${NOT_OURS}
     and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))`,
  `select ${NAME} || c.relname, pg_get_triggerdef(t.oid), 4, t.tgname
   from pg_trigger t
   join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ${OURS} and not t.tgisinternal`,
  `select ${NAME} || c.relname, format('grant %s to %s', lower(p.privilege_type), p.grantee::regrole), 5, p.privilege_type
   from pg_class c
   join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) p
   where n.nspname in ${OURS} and c.relkind in ('r', 'v') and p.grantee <> c.relowner and not ${NOT_OURS}`,
  `select ${NAME} || c.relname,
     format('grant %s (%s) to %s', lower(p.privilege_type), string_agg(a.attname, ', ' order by a.attnum), p.grantee::regrole),
     6, p.privilege_type
   from pg_attribute a
   join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace, aclexplode(a.attacl) p
   where n.nspname in ${OURS} and p.grantee <> c.relowner
   group by n.nspname, c.relname, p.privilege_type, p.grantee`,
];

const FUNCTIONS = `
  select ${NAME} || p.proname as name, format('function %s(%s)%s%s%s', ${NAME} || p.proname,
    pg_get_function_identity_arguments(p.oid), ' returns ' || pg_get_function_result(p.oid),
    case when p.prosecdef then ', with the rights of the owner' end,
    case when has_function_privilege(${APPLICATION}, p.oid, 'execute') then ', for the application' end
      || case when has_function_privilege(${BACKUP}, p.oid, 'execute') then ' and for backups' else '' end) as line
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ${OURS} and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1, 2`;

/** @returns a description of the database: every table, view and function with its rights, in a stable order */
export async function describeCatalogue(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ of: string; line: string }>(
    `select * from (${RELATION_LINES.join('\nunion all\n')}) lines
     order by "of", part, case part when 1 then lpad(place, 4, '0') else place end collate "C"`,
  );
  const relations = [...Map.groupBy(rows, (row) => row.of)].map(
    ([name, lines]) => `table ${name}\n${lines.map(({ line }) => `  ${line}\n`).join('')}`,
  );
  const functions = await client.query<{ line: string }>(FUNCTIONS);
  return `${relations.join('\n')}\n${functions.rows.map(({ line }) => `${line}\n`).join('')}`;
}
