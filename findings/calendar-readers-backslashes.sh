#!/usr/bin/env bash
# In a calendar's text a comma is `\,`, a semicolon `\;`, a line break `\n` and a backslash `\\` (RFC 5545, 3.3.11). Debian 12's php-sabre-vobject
# 2.1.7-6.1 undoes the last two alone; its libical-parser-perl 1.21-3, and ical-toolkit 1.0.9, undo none and say nothing of it; cal-parser
# 1.0.2 loses the backslash itself. ical.js 2.2.1 undoes all.
# Matters to: pages that show bookings by these: a customer reads `Hall 2\, left`. A place or title without such signs is read by each.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
needs="apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances"
apt-get download -qq php-sabre-vobject=2.1.7-6.1 php8.2-cli php8.2-common php8.2-mbstring libargon2-1 libsodium23 libxml2 libicu72 libpcre2-8-0 \
  libical-parser-perl=1.21-3 $($needs libical-parser-perl | grep -E '^lib[a-z0-9-]+-perl$' | grep -v ical-parser | sort -u) 2>/dev/null || true
for package in *.deb; do dpkg -x "$package" root; done
npm install --silent --no-audit --no-fund ical-toolkit@1.0.9 cal-parser@1.0.2 ical.js@2.2.1 >/dev/null 2>&1
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 'PRODID:-//Example//Bookings//EN' BEGIN:VEVENT UID:class-1@example.com DTSTAMP:20310101T000000Z \
  DTSTART:20310514T080000Z DTEND:20310514T090000Z 'SUMMARY:Red\; white\, dry\\sweet\nby glass' END:VEVENT END:VCALENDAR >class.ics
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import calParser from "cal-parser";
import ICAL from "ical.js";
import toolkit from "ical-toolkit";
const text = readFileSync("class.ics", "utf8");
const show = (name, summary) => console.log(`${name}: ${summary.replaceAll("\n", " (a new line) ")}`);
show("ical-toolkit", toolkit.parseToJSON(text).VCALENDAR[0].VEVENT[0].SUMMARY);
show("cal-parser", calParser.parseString(text).events[0].summary.value);
show("ical.js", new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent").getFirstPropertyValue("summary"));
JS
cat >read.php <<'PHP'
<?php
require 'root/usr/share/php/Sabre/VObject/autoload.php';
$summary = Sabre\VObject\Reader::read(file_get_contents('class.ics'))->VEVENT->SUMMARY;
echo 'sabre/vobject: ', str_replace("\n", ' (a new line) ', $summary), "\n";
PHP
cat >read.pl <<'PERL'
use iCal::Parser;
my $events = iCal::Parser->new(start => '20310501', end => '20310601')->parse('class.ics')->{events}{2031}{5}{14};
print "iCal::Parser: $_->{SUMMARY}\n" for values %$events;
PERL
{
  LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu root/usr/bin/php8.2 -n -d extension_dir=root/usr/lib/php/20220829 -d extension=mbstring -d error_reporting=0 read.php
  PERL5LIB=root/usr/share/perl5:root/usr/lib/x86_64-linux-gnu/perl5/5.36 perl read.pl 2>/dev/null
  node read.mjs
} | tee seen
diff seen - <<'SEEN'
sabre/vobject: Red\; white\, dry\sweet (a new line) by glass
iCal::Parser: Red\; white\, dry\\sweet\nby glass
ical-toolkit: Red\; white\, dry\\sweet\nby glass
cal-parser: Red; white, drysweet by glass
ical.js: Red; white, dry\sweet (a new line) by glass
SEEN
