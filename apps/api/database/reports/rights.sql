grant select, insert, delete on daily_sales to zawadi_app;
grant select, insert, delete on daily_totals to zawadi_app;
grant select, update (up_to) on report_progress to zawadi_app;
