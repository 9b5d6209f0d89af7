/** The size of a tenant's storage, counted from its rows. */
import { rowBytes } from '../../server/store/stored-bytes.ts';

/** A count of all rows of a tenant (`$1`), which its counter must equal. */
export const recount = `
  SELECT CAST((
    (SELECT coalesce(sum(${rowBytes.artifact} + octet_length(title) + size_bytes), 0)
      FROM tenant_artifact WHERE tenant_id = $1)
    + (SELECT coalesce(sum(${rowBytes.event} + coalesce(octet_length(progress), 0)), 0)
      FROM tenant_event WHERE tenant_id = $1)
    + (SELECT coalesce(sum(${rowBytes.response} + octet_length(idempotency_key) + octet_length(headers)
        + octet_length(body)), 0) FROM tenant_response WHERE tenant_id = $1)
    + (SELECT coalesce(sum(${rowBytes.plan} + octet_length(resolved)), 0) FROM evaluation_plan WHERE tenant_id = $1)
    + (SELECT ${rowBytes.job} * count(*) FROM evaluation_job WHERE tenant_id = $1)
    + (SELECT ${rowBytes.assignment} * count(*) FROM assignment WHERE tenant_id = $1)
    + (SELECT ${rowBytes.adoption} * count(*) FROM adoption WHERE tenant_id = $1)
  ) AS bigint) AS stored`;
