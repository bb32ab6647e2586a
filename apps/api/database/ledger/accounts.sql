-- The kind of account of a code: all but the uuid of its member. Called by the functions of the ledger, and by
-- apps/api/src/ledger where it looks a kind up.
create or replace function ledger.kind_of(account text) returns text language sql immutable parallel safe
return case when account like '%:________-____-____-____-____________' then left(account, -37) else account end;

-- Whether a code is one that its kind allows for transfers of this home; null for a code without a kind. Called for every leg
-- of every transfer, so the planner has to be able to put it in place: uuids are cast, as || with a uuid is not immutable.
create or replace function ledger.is_member(members text, kind text, code text, home uuid) returns boolean
language sql immutable parallel safe
return home is not null and case members
  when 'one' then code = kind
  when 'many' then code <> kind and code = kind || ':' || right(code, 36)::uuid::text
  when 'homes' then code = kind || ':' || home::text
end;
