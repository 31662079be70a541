import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/** The schema from PostgreSQL's own catalogue: tables with their columns, constraints, then indexes. */
export async function dumpSchema(reads: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ text: string }>`
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
    order by relation.relname`.execute(reads);
  const { rows: indexes } = await sql<{ text: string }>`
    select pg_get_indexdef(index.indexrelid) || E';\n' as text
    from pg_index as index
    join pg_class as relation on relation.oid = index.indexrelid
    where relation.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_constraint as rule where rule.conindid = index.indexrelid)
    order by relation.relname`.execute(reads);
  return [...rows, ...indexes].map(({ text }) => text).join("\n");
}
