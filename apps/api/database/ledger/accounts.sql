-- Returns the kind of an account: its code without the uuid at the end. Called by the functions of the ledger and by
-- apps/api/src/ledger.
create or replace function ledger.kind_of(account text) returns text language sql immutable parallel safe
return case when account like '%:________-____-____-____-____________' then left(account, -37) else account end;

-- Whether the kind allows this code for transfers of this home; null for a code without a kind. Called for every leg of
-- every transfer, so it is immutable: the planner can inline it. || with a uuid is not immutable, so uuids are cast.
create or replace function ledger.is_member(members text, kind text, code text, home uuid) returns boolean
language sql immutable parallel safe
return home is not null and case members
  when 'one' then code = kind
  when 'many' then code <> kind and code = kind || ':' || right(code, 36)::uuid::text
  when 'homes' then code = kind || ':' || home::text
end;
