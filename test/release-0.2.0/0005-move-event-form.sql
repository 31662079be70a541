-- oldest program: 0.1.0
--
-- One form of a move in a booking's history. An import wrote the start of a slot in milliseconds, and null for
-- no host; a move here writes RFC 3339, and leaves the host out. The arithmetic is the proleptic Gregorian
-- calendar: days are counted from the first of March of the year 0.
update booking_event
set details = replace(
  (
    select replace(
      replace(
        booking_event.details,
        '"slot_starting_at":' || cast(before as text) || ',',
        '"slot_starting_at":"' || from_text || '",'
      ),
      '"slot_starting_at":' || cast(after as text) || ',',
      '"slot_starting_at":"' || to_text || '",'
    )
    from (
      select
        max(case when side = 'from' then ms end) as before,
        max(case when side = 'to' then ms end) as after,
        max(case when side = 'from' then written end) as from_text,
        max(case when side = 'to' then written end) as to_text
      from (
        select
          side,
          ms,
          substr(cast(10000 + year + case when month <= 2 then 1 else 0 end as text), 2, 4)
            || '-' || substr(cast(100 + month as text), 2, 2)
            || '-' || substr(cast(101 + day_of_year - (153 * month_from_march + 2) / 5 as text), 2, 2)
            || 'T' || substr(cast(100 + ms_of_day / 3600000 as text), 2, 2)
            || ':' || substr(cast(100 + ms_of_day / 60000 % 60 as text), 2, 2)
            || ':' || substr(cast(100 + ms_of_day / 1000 % 60 as text), 2, 2)
            || case
              when ms_of_day % 1000 = 0 then ''
              else '.' || substr(cast(1000 + ms_of_day % 1000 as text), 2, 3)
            end
            || 'Z' as written
        from (
          select
            *,
            case when month_from_march < 10 then month_from_march + 3 else month_from_march - 9 end as month
          from (
            select *, (5 * day_of_year + 2) / 153 as month_from_march
            from (
              select
                side,
                ms,
                ms_of_day,
                year_of_era + 400 * era as year,
                day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100) as day_of_year
              from (
                select
                  *,
                  (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365 as year_of_era
                from (
                  select *, days / 146097 as era, days % 146097 as day_of_era
                  from (
                    select
                      side,
                      ms,
                      (ms + 62167219200000) / 86400000 - 60 as days,
                      (ms + 62167219200000) % 86400000 as ms_of_day
                    from (
                      select 'from' as side, cast(json(booking_event.details) -> 'moved' -> 'from' ->> 'slot_starting_at' as bigint) as ms
                      union all
                      select 'to', cast(json(booking_event.details) -> 'moved' -> 'to' ->> 'slot_starting_at' as bigint)
                    ) as said
                  ) as counted
                ) as in_era
              ) as in_year
            ) as dated
          ) as in_months
        ) as whole
      ) as both_sides
    ) as written_out
  ),
  '"host":null,',
  ''
)
where /* migration */ kind = 'updated'
and details like '%"moved":{%'
and details not like '%"slot_starting_at":"%';
