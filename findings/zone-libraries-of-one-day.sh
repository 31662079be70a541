#!/usr/bin/env bash
# The newest versions of four libraries, each with zone data of its own, and Node 24.21.0 (data 2026c) disagree in one process
# about classes of December 2026: British Columbia, Alberta, Manitoba, Cuba and Morocco changed their laws this year. Only
# moment-timezone 0.6.6 has the release 2026f; none of them says how old its data is when a time is asked for.
# Matters to: whoever compares a slot's local time from one library with an instant from another: an hour appears in between.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund moment-timezone@0.6.6 spacetime@7.15.0 @js-joda/core@6.3.2 @js-joda/timezone@2.25.2 \
  timezone-support@3.1.0 node@24.21.0 >/dev/null 2>&1
cat >ask.mjs <<'JS'
import { LocalDateTime, ZonedDateTime, ZoneId } from "@js-joda/core";
import "@js-joda/timezone";
import moment from "moment-timezone";
import spacetime from "spacetime";
import { findTimeZone, getUTCOffset } from "timezone-support";
const local = "2026-12-05T10:00:00";
const noon = new Date("2026-12-05T12:00:00Z");
for (const zone of ["America/Vancouver", "America/Edmonton", "America/Winnipeg", "America/Havana", "Africa/Casablanca"]) {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(noon);
  const offsets = {
    moment: moment.tz(local, zone).utcOffset() / 60,
    node: Number(parts.find(({ type }) => type === "timeZoneName").value.slice(3, 6)),
    spacetime: spacetime(local, zone).offset() / 60,
    joda: ZonedDateTime.of(LocalDateTime.parse(local), ZoneId.of(zone)).offset().totalSeconds() / 3600,
    support: -getUTCOffset(noon, findTimeZone(zone)).offset / 60,
  };
  console.log(zone, Object.entries(offsets).map(([name, hours]) => `${name} ${hours + 0}`).join(", "));
}
JS
node_modules/.bin/node ask.mjs | tee seen
diff seen - <<'SEEN'
America/Vancouver moment -7, node -7, spacetime -7, joda -8, support -8
America/Edmonton moment -6, node -6, spacetime -6, joda -7, support -7
America/Winnipeg moment -5, node -6, spacetime -6, joda -6, support -6
America/Havana moment -4, node -5, spacetime -5, joda -5, support -5
Africa/Casablanca moment 0, node 0, spacetime 1, joda 1, support 1
SEEN
