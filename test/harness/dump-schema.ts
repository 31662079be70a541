import { query } from "./query.ts";

/** The schema from the engine's own catalogue: tables, then indexes. */
export function dumpSchema(databaseUrl: string): string {
  const statements = databaseUrl.startsWith("sqlite:")
    ? [sqliteStatements]
    : [postgresTables, postgresIndexes];
  const rows = statements.flatMap((statement) => query(databaseUrl, statement));
  return rows.map(({ text }) => String(text)).join("\n");
}

const sqliteStatements = `
  select sql || ';' || char(10) as text
  from sqlite_schema
  where sql is not null
  order by type desc, name`;

/** Each with its columns and constraints. */
const postgresTables = `
  select 'create table ' || quote_ident(relation.relname) || E' (\n' || (
    select string_agg('  ' || line, E',\n' order by place, line)
    from (
      select
        attribute.attnum as place,
        quote_ident(attribute.attname) || ' ' ||
          format_type(attribute.atttypid, attribute.atttypmod) ||
          coalesce(' collate ' || quote_ident(sorting.collname), '') ||
          case when attribute.attnotnull then ' not null' else '' end ||
          coalesce(' default ' || pg_get_expr(standard.adbin, standard.adrelid), '') as line
      from pg_attribute as attribute
      left join pg_collation as sorting
        on sorting.oid = attribute.attcollation and sorting.collname <> 'default'
      left join pg_attrdef as standard
        on standard.adrelid = attribute.attrelid and standard.adnum = attribute.attnum
      where attribute.attrelid = relation.oid
        and attribute.attnum > 0
        and not attribute.attisdropped
      union all
      select 10000, pg_get_constraintdef(rule.oid)
      from pg_constraint as rule
      where rule.conrelid = relation.oid and rule.contype in ('p', 'u', 'f', 'c')
    ) as lines
  ) || E'\n);\n' as text
  from pg_class as relation
  where relation.relkind in ('r', 'p') and relation.relnamespace = current_schema()::regnamespace
  order by relation.relname`;

const postgresIndexes = `
  select pg_get_indexdef(index.indexrelid) || E';\n' as text
  from pg_index as index
  join pg_class as relation on relation.oid = index.indexrelid
  where relation.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_constraint as rule where rule.conindid = index.indexrelid)
  order by relation.relname`;
