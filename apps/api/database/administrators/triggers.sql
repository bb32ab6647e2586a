create or replace trigger administrators_note_admission
  after insert or update of let_in_by on administrators
  for each row execute function note_admission();
