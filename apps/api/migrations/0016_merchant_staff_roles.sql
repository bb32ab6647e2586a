-- Nobody is promoted by writing to a column: this is the one way, and it makes no owner.

REVOKE UPDATE (staff_role) ON merchant_staff FROM zawadi_app;

CREATE FUNCTION assign_staff_role(member uuid, assigned text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE merchant_staff SET staff_role = assigned
  WHERE id = member AND staff_role <> 'owner' AND assigned IN ('manager', 'cashier')
$$;

REVOKE ALL ON FUNCTION assign_staff_role(uuid, text) FROM public;
GRANT EXECUTE ON FUNCTION assign_staff_role(uuid, text) TO zawadi_app;
