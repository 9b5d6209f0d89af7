/**
 * The servers in a PostgreSQL URL: one; or several, in the notation of libpq, of which one accepts changes
 * (`postgres://a:5432,b:5432/db?target_session_attrs=read-write`; PostgreSQL, 34.1.1.3).
 */

/** Splits a PostgreSQL URL that names several servers into one URL for each server. */
export function hostUrls(url: string): string[] {
  const [, scheme = '', login = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(url) ?? [];
  const list = hosts.split(',');
  if (list.length === 1) return [url];
  // The driver does not know this parameter. The service asks each server whether it accepts changes.
  const parameters = rest.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '');
  return list.map(host => `${scheme}${login}${host}${parameters}`);
}
