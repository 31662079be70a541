#!/usr/bin/env bash
# Debian 12's jc 1.22.5-1 (`jc --csv`) guesses what separates the columns, from any character at all: a list of e-mail addresses is cut at an
# l, and one quoted word of a title makes the space the separator, so that no column has its name. A line end inside a cell vanishes
# (RFC 4180, 2.6), and its words run together. Nothing is said, and the exit status is 0. Miller 6.6.0 reads all three.
# Matters to: scripts that filter a list of bookings or contacts with `jc --csv | jq`: with other rows the fields have other names.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq jc=1.22.5-1 python3-pygments python3-ruamel.yaml python3-ruamel.yaml.clib python3-xmltodict miller=6.6.0-2+b3 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export PYTHONPATH=root/usr/lib/python3/dist-packages
printf 'email\nada@example.com\nben@example.com\n' >addresses.csv
printf 'name,starts,title\nAda,10:00,"Yoga ""soft"" for all"\nBen,11:00,Dance\n' >titles.csv
printf 'name,note\nAda,"by bus\nalone"\nBen,-\n' >notes.csv
{
  for list in addresses titles notes; do echo "jc: $(/usr/bin/python3 -W ignore root/usr/bin/jc --csv <$list.csv)"; done
  for list in addresses titles notes; do echo "Miller: $(root/usr/bin/mlr --icsv --ojsonl cat $list.csv | paste -sd' ')"; done
} | tee seen
diff seen - <<'SEEN'
jc: [{"emai":"ada@examp","":"e.com"},{"emai":"ben@examp","":"e.com"}]
jc: [{"name,starts,title":"Ada,10:00,\"Yoga","null":["soft\"\"","for","all\""]},{"name,starts,title":"Ben,11:00,Dance"}]
jc: [{"name":"Ada","note":"by busalone"},{"name":"Ben","note":"-"}]
Miller: {"email": "ada@example.com"} {"email": "ben@example.com"}
Miller: {"name": "Ada", "starts": "10:00", "title": "Yoga \"soft\" for all"} {"name": "Ben", "starts": "11:00", "title": "Dance"}
Miller: {"name": "Ada", "note": "by bus\nalone"} {"name": "Ben", "note": "-"}
SEEN
