#!/usr/bin/env bash
# Debian 12's LemonLDAP::NG 2.16.1 does not undo the form encoding of a client's id and secret in HTTP Basic (RFC 6749, 2.3.1).
# openid-client 6.9.0 with `client_secret_basic` encodes as the RFC says, `-` and `_` included, so that the provider looks for
# a client `booking%2Dconsole`, which nobody registered. By `client_secret_post` the same id and secret are found.
# Matters to: signing in by a provider whose client has a hyphen in its id.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund openid-client@6.9.0 node@24.21.0 >/dev/null 2>&1
needs="apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances"
apt-get download -qq liblemonldap-ng-portal-perl=2.16.1+ds-deb12u10 \
  $($needs liblemonldap-ng-portal-perl | grep -E '^lib[a-z0-9-]+-perl$' | grep -v lemonldap-ng-portal | sort -u) 2>/dev/null || true
for package in *.deb; do dpkg -x "$package" root; done
cat >send.mjs <<'JS'
import { ClientSecretBasic, ClientSecretPost } from "openid-client";
for (const method of [ClientSecretBasic("s3cret"), ClientSecretPost("s3cret")]) {
  const headers = new Headers();
  const body = new URLSearchParams();
  method({}, { client_id: "booking-console" }, body, headers);
  console.log(`${headers.get("authorization") ?? ""}\t${body.get("client_id") ?? ""}\t${body.get("client_secret") ?? ""}`);
}
JS
cat >provider.pl <<'PERL'
package Request;
sub authorization { $_[0]{basic} }
sub param { $_[0]{ $_[1] } }
package Quiet;
our $AUTOLOAD;
sub AUTOLOAD { }
package Provider;
require Lemonldap::NG::Portal::Lib::OpenIDConnect;
our @ISA = ('Lemonldap::NG::Portal::Lib::OpenIDConnect');
sub logger { bless {}, 'Quiet' }
package main;
while (<STDIN>) {
    chomp;
    my ( $basic, $id, $secret ) = split /\t/;
    my $request = bless { basic => $basic, client_id => $id, client_secret => $secret }, 'Request';
    my ( $client ) = ( bless {}, 'Provider' )->getEndPointAuthenticationCredentials($request);
    print $basic ? 'Basic' : 'form', ": the provider looks for $client\n";
}
PERL
export PERL5LIB=root/usr/share/perl5:root/usr/lib/x86_64-linux-gnu/perl5/5.36
node_modules/.bin/node send.mjs | perl provider.pl | tee seen
diff seen - <<'SEEN'
Basic: the provider looks for booking%2Dconsole
form: the provider looks for booking-console
SEEN
