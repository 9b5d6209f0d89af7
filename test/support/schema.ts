/** The schema of a database as text: what every migration together came to, one definition a line, in a fixed order. */
import type { Backend } from '../../server/store/database/backend.ts';

/** The statements that would make the tables and indexes of a database. */
export async function schemaOf(backend: Backend): Promise<string> {
  const statements = backend.name === 'sqlite' ? await sqliteSchema(backend) : await postgresSchema(backend);
  return statements.map(statement => `${statement};\n`).join('\n');
}

/** SQLite keeps the statements, as they were written and altered since. */
async function sqliteSchema({ ask }: Backend): Promise<string[]> {
  const rows = await ask<{ sql: string }>(
    `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
     ORDER BY tbl_name, type DESC, name`,
  );
  return rows.map(row => inLines(row.sql));
}

/** A statement with each column and constraint on a line of its own; an index stays on one. */
function inLines(statement: string): string {
  const text = statement.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim();
  const start = text.indexOf('(');
  if (!/^create table/i.test(text) || start < 0) return text;
  let depth = 0;
  let lines = `${text.slice(0, start)}(\n  `;
  for (const [at, sign] of [...text.slice(start + 1)].entries()) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0) return `${lines}\n${text.slice(start + 1 + at)}`;
    lines += sign === ',' && depth === 0 ? ',\n ' : sign;
  }
  return lines;
}

/** PostgreSQL keeps no statements; its catalogue says what they came to. */
async function postgresSchema({ survey }: Backend): Promise<string[]> {
  const rows = await survey<{ statement: string }>(`
    SELECT statement FROM (
      SELECT relname AS belongs, 0 AS rank, relname AS name,
        'CREATE TABLE ' || quote_ident(relname) || E' (\n  ' || (
          SELECT string_agg(line, E',\n  ' ORDER BY rank, place, line) FROM (
            SELECT 0 AS rank, attnum AS place,
              quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
                || CASE WHEN attcollation IN (0, 100) THEN '' ELSE ' COLLATE ' || attcollation::regcollation END
                || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
                || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '') AS line
            FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
            WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
            UNION ALL
            SELECT 1, 0, 'CONSTRAINT ' || quote_ident(conname) || ' ' || pg_get_constraintdef(pg_constraint.oid)
            FROM pg_constraint WHERE conrelid = pg_class.oid AND contype <> 'n'
          ) AS lines
        ) || E'\n)' || coalesce(' WITH (' || array_to_string(reloptions, ', ') || ')', '') AS statement
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      UNION ALL
      SELECT tablename, 1, indexname, indexdef FROM pg_indexes
      WHERE schemaname = 'public' AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)
      UNION ALL
      SELECT tgrelid::regclass::text, 2, tgname, pg_get_triggerdef(pg_trigger.oid)
      FROM pg_trigger WHERE NOT tgisinternal
    ) AS statements ORDER BY belongs COLLATE "C", rank, name COLLATE "C"`);
  return rows.map(({ statement }) => statement);
}
