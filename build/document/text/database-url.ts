/**
 * The servers that a PostgreSQL URL names: one, or several of which one takes changes, as libpq writes them
 * (`postgres://a:5432,b:5432/db?target_session_attrs=read-write`; PostgreSQL, 34.1.1.3).
 */

/** Splits a PostgreSQL URL that names several servers into one URL a server. */
export function hostUrls(url: string): string[] {
  const [, scheme = '', login = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(url) ?? [];
  const list = hosts.split(',');
  if (list.length === 1) return [url];
  // The driver does not know the parameter. Which server takes changes is asked of each.
  const parameters = rest.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '');
  return list.map(host => `${scheme}${login}${host}${parameters}`);
}
